import { Suspense, type ComponentType } from 'react'
import { Router as Locations, Switch, useRouter, type Parser } from 'wouter'
import { lazyPage, loadIfPossible } from '@/lib/lazy-part'
import { paths } from '@/lib/paths'
import { PageFallback } from './page-loading'
import { hasShownPage, ScrollRestoration } from './scroll-restoration'
import { SiteLayout } from './site-layout'

// A chunk for each page: reading takes no forms, and applying none of the administrator's area.
const LandingPage = lazyPage(() => import('@/pages/site/landing-page'))
const LoginPage = lazyPage(() => import('@/pages/site/login-page'))
const ResetPasswordPage = lazyPage(() => import('@/pages/site/reset-password-page'))
const EmailLinkPage = lazyPage(() => import('@/pages/site/email-link-page'))
const MeetPage = lazyPage(() => import('@/pages/site/meet-page'))
const PhotoPage = lazyPage(() => import('@/pages/site/photo-page'))
const EmailChoicesPage = lazyPage(() => import('@/pages/site/email-choices-page'))
const NotFoundPage = lazyPage(() => import('@/pages/site/not-found-page'))
const BlogPage = lazyPage(() => import('@/pages/site/blog/blog-page'))
const SitemapPage = lazyPage(() => import('@/pages/site/sitemap-page'))
const SupportPage = lazyPage(() => import('@/pages/site/support/support-page'))
const ReferralPage = lazyPage(() => import('@/pages/site/referral/referral-page'))
const DisclosuresPage = lazyPage(() => import('@/pages/site/legal/disclosures-page'))
const TermsPage = lazyPage(() => import('@/pages/site/legal/terms-page'))
const PrivacyPage = lazyPage(() => import('@/pages/site/legal/privacy-page'))
const DisputeResolutionPage = lazyPage(() => import('@/pages/site/legal/dispute-resolution-page'))
const CommunicationsCompliancePage = lazyPage(
  () => import('@/pages/site/legal/communications-compliance-page'),
)
const OnboardingPage = lazyPage(() => {
  // The first page asks for its forms by itself, once it is painted.
  if (hasShownPage()) void loadIfPossible(() => import('@/pages/onboarding/application-forms'))
  return import('@/pages/onboarding/onboarding-page')
})
const ConfirmationPage = lazyPage(() => import('@/pages/onboarding/confirmation-page'))
const DashboardPage = lazyPage(() => import('@/pages/dashboard/dashboard-page'))
const AccountPage = lazyPage(() => import('@/pages/account/account-page'))
const AdminArea = lazyPage(() => import('./admin-area'))

const AccountFrame = lazyPage(() => import('./account-frame'))

/** Every route of the app. */
export function Router() {
  const { parser } = useRouter()
  // The server knows a page in its own case only; wouter's parser takes any.
  const exactly: Parser = (path, loose) => {
    const { pattern, ...parsed } = parser(path, loose)
    return { ...parsed, pattern: pattern instanceof RegExp ? new RegExp(pattern.source) : pattern }
  }
  return (
    <Locations parser={exactly}>
      <Pages />
    </Locations>
  )
}

function Pages() {
  return (
    <Switch>
      <SitePage path={paths.home} page={LandingPage} />
      <SitePage path={paths.login} page={LoginPage} />
      <SitePage path={paths.resetPassword} page={ResetPasswordPage} />
      <SitePage path={paths.confirmEmail} page={EmailLinkPage} />
      <SitePage path={paths.verifyEmail} page={EmailLinkPage} />
      <SitePage path={paths.stopEmailChange} page={EmailLinkPage} />
      <SitePage path={paths.meet} page={MeetPage} />
      <SitePage path={paths.photo} page={PhotoPage} />
      <SitePage path={paths.emailChoices} page={EmailChoicesPage} />
      <SitePage path={paths.onboarding} page={OnboardingPage} />
      <SitePage path={paths.confirmation} page={ConfirmationPage} />
      <SitePage path={paths.referralProgram} page={ReferralPage} />
      <SitePage path={paths.blog} page={BlogPage} />
      <SitePage path={paths.support} page={SupportPage} />
      <SitePage path={paths.disclosures} page={DisclosuresPage} />
      <SitePage path={paths.ftcDisclosures} page={DisclosuresPage} />
      <SitePage path={paths.terms} page={TermsPage} />
      <SitePage path={paths.privacy} page={PrivacyPage} />
      <SitePage path={paths.disputeResolution} page={DisputeResolutionPage} />
      <SitePage path={paths.communicationsCompliance} page={CommunicationsCompliancePage} />
      <SitePage path={paths.sitemap} page={SitemapPage} />
      <PartnerPage path={paths.dashboard} page={DashboardPage} />
      <PartnerPage path={paths.account} page={AccountPage} />
      <AdminPages path={`${paths.admin}/*?`} page={AdminArea} />
      <SitePage page={NotFoundPage} />
    </Switch>
  )
}

/** `path` is read by Switch, which renders the first element whose path matches. */
interface PageProps {
  path?: string
  page: ComponentType
}

function SitePage({ page: Page }: PageProps) {
  return (
    <SiteLayout>
      <Suspense fallback={<PageFallback />}>
        <Page />
        <ScrollRestoration />
      </Suspense>
    </SiteLayout>
  )
}

function PartnerPage({ page: Page }: PageProps) {
  return (
    <Suspense fallback={<PageFallback />}>
      <AccountFrame>
        <Page />
      </AccountFrame>
    </Suspense>
  )
}

function AdminPages({ page: Page }: PageProps) {
  return (
    <Suspense fallback={<PageFallback />}>
      <Page />
      <ScrollRestoration />
    </Suspense>
  )
}
