import { lazy, Suspense, type ComponentType } from 'react'
import { Router as Locations, Switch, useRouter, type Parser } from 'wouter'
import { paths } from '@/lib/paths'
import { ScrollRestoration } from './scroll-restoration'
import { lazyPage, PageFallback } from './lazy-page'
import { SiteLayout } from './site-layout'

// A chunk for each page: reading takes no forms, and applying none of the administrator's area.
const LandingPage = lazyPage(() => import('@/pages/site/landing-page'), 'LandingPage')
const LoginPage = lazyPage(() => import('@/pages/site/login-page'), 'LoginPage')
const ResetPasswordPage = lazyPage(
  () => import('@/pages/site/reset-password-page'),
  'ResetPasswordPage',
)
const ConfirmEmailPage = lazyPage(
  () => import('@/pages/site/email-change/confirm-email-page'),
  'ConfirmEmailPage',
)
const VerifyEmailPage = lazyPage(
  () => import('@/pages/site/email-change/verify-email-page'),
  'VerifyEmailPage',
)
const StopEmailChangePage = lazyPage(
  () => import('@/pages/site/email-change/stop-email-change-page'),
  'StopEmailChangePage',
)
const MeetPage = lazyPage(() => import('@/pages/site/meet-page'), 'MeetPage')
const PhotoPage = lazyPage(() => import('@/pages/site/photo-page'), 'PhotoPage')
const EmailChoicesPage = lazyPage(
  () => import('@/pages/site/email-choices-page'),
  'EmailChoicesPage',
)
const NotFoundPage = lazyPage(() => import('@/pages/site/not-found-page'), 'NotFoundPage')
const BlogPage = lazyPage(() => import('@/pages/site/blog/blog-page'), 'BlogPage')
const SitemapPage = lazyPage(() => import('@/pages/site/sitemap-page'), 'SitemapPage')
const SupportPage = lazyPage(() => import('@/pages/site/support/support-page'), 'SupportPage')
const ReferralPage = lazyPage(() => import('@/pages/site/referral/referral-page'), 'ReferralPage')
const DisclosuresPage = lazyPage(
  () => import('@/pages/site/legal/disclosures-page'),
  'DisclosuresPage',
)
const TermsPage = lazyPage(() => import('@/pages/site/legal/terms-page'), 'TermsPage')
const PrivacyPage = lazyPage(() => import('@/pages/site/legal/privacy-page'), 'PrivacyPage')
const DisputeResolutionPage = lazyPage(
  () => import('@/pages/site/legal/dispute-resolution-page'),
  'DisputeResolutionPage',
)
const CommunicationsCompliancePage = lazyPage(
  () => import('@/pages/site/legal/communications-compliance-page'),
  'CommunicationsCompliancePage',
)
const OnboardingPage = lazyPage(
  () => import('@/pages/onboarding/onboarding-page'),
  'OnboardingPage',
  () => import('@/pages/onboarding/application-forms'),
)
const ConfirmationPage = lazyPage(
  () => import('@/pages/onboarding/confirmation-page'),
  'ConfirmationPage',
)
const DashboardPage = lazyPage(() => import('@/pages/dashboard/dashboard-page'), 'DashboardPage')
const AccountPage = lazyPage(() => import('@/pages/account/account-page'), 'AccountPage')
const AdminArea = lazyPage(() => import('./admin-area'), 'AdminArea')

const AccountFrame = lazy(async () => ({
  default: (await import('./account-frame')).AccountFrame,
}))

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
      <SitePage path={paths.confirmEmail} page={ConfirmEmailPage} />
      <SitePage path={paths.verifyEmail} page={VerifyEmailPage} />
      <SitePage path={paths.stopEmailChange} page={StopEmailChangePage} />
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
