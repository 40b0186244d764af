import { Suspense, type ComponentType } from 'react'
import { lazyPage, loadIfPossible } from '@/lib/lazy-part'
import { paths } from '@/lib/paths'
import { usePagePath } from '@/lib/use-address'
import { PageFallback } from './page-loading'
import { hasShownPage, ScrollRestoration } from './scroll-restoration'
import { SiteLayout } from './site-layout'

type Pages = Readonly<Record<string, ComponentType>>

const EmailLinkPage = lazyPage(() =>
  import('@/pages/site/email-link-page').then((part) => part.EmailLinkPage),
)
const DisclosuresPage = lazyPage(() =>
  import('@/pages/site/legal/disclosures-page').then((part) => part.DisclosuresPage),
)

// A chunk for each page: reading takes no forms, and applying none of the administrator's area.
const sitePages: Pages = {
  [paths.home]: lazyPage(() =>
    import('@/pages/site/landing-page').then((part) => part.LandingPage),
  ),
  [paths.login]: lazyPage(() => import('@/pages/site/login-page').then((part) => part.LoginPage)),
  [paths.resetPassword]: lazyPage(() =>
    import('@/pages/site/reset-password-page').then((part) => part.ResetPasswordPage),
  ),
  [paths.confirmEmail]: EmailLinkPage,
  [paths.verifyEmail]: EmailLinkPage,
  [paths.stopEmailChange]: EmailLinkPage,
  [paths.meet]: lazyPage(() => import('@/pages/site/meet-page').then((part) => part.MeetPage)),
  [paths.photo]: lazyPage(() => import('@/pages/site/photo-page').then((part) => part.PhotoPage)),
  [paths.emailChoices]: lazyPage(() =>
    import('@/pages/site/email-choices-page').then((part) => part.EmailChoicesPage),
  ),
  [paths.onboarding]: lazyPage(() => {
    // The first page asks for its forms by itself, once it is painted.
    if (hasShownPage()) void loadIfPossible(() => import('@/pages/onboarding/application-forms'))
    return import('@/pages/onboarding/onboarding-page').then((part) => part.OnboardingPage)
  }),
  [paths.confirmation]: lazyPage(() =>
    import('@/pages/onboarding/confirmation-page').then((part) => part.ConfirmationPage),
  ),
  [paths.referralProgram]: lazyPage(() =>
    import('@/pages/site/referral/referral-page').then((part) => part.ReferralPage),
  ),
  [paths.blog]: lazyPage(() => import('@/pages/site/blog/blog-page').then((part) => part.BlogPage)),
  [paths.support]: lazyPage(() =>
    import('@/pages/site/support/support-page').then((part) => part.SupportPage),
  ),
  [paths.disclosures]: DisclosuresPage,
  [paths.ftcDisclosures]: DisclosuresPage,
  [paths.terms]: lazyPage(() =>
    import('@/pages/site/legal/terms-page').then((part) => part.TermsPage),
  ),
  [paths.privacy]: lazyPage(() =>
    import('@/pages/site/legal/privacy-page').then((part) => part.PrivacyPage),
  ),
  [paths.disputeResolution]: lazyPage(() =>
    import('@/pages/site/legal/dispute-resolution-page').then((part) => part.DisputeResolutionPage),
  ),
  [paths.communicationsCompliance]: lazyPage(() =>
    import('@/pages/site/legal/communications-compliance-page').then(
      (part) => part.CommunicationsCompliancePage,
    ),
  ),
  [paths.sitemap]: lazyPage(() =>
    import('@/pages/site/sitemap-page').then((part) => part.SitemapPage),
  ),
}
const partnerPages: Pages = {
  [paths.dashboard]: lazyPage(() =>
    import('@/pages/dashboard/dashboard-page').then((part) => part.DashboardPage),
  ),
  [paths.account]: lazyPage(() =>
    import('@/pages/account/account-page').then((part) => part.AccountPage),
  ),
}
const NotFoundPage = lazyPage(() =>
  import('@/pages/site/not-found-page').then((part) => part.NotFoundPage),
)
const AdminArea = lazyPage(() => import('./admin-area').then((part) => part.AdminArea))
const AccountFrame = lazyPage(() => import('./account-frame').then((part) => part.AccountFrame))

/** Every page of the app, in its frame. */
export function Router() {
  const path = usePagePath()
  if (path === paths.admin || path.startsWith(`${paths.admin}/`)) {
    return (
      <Suspense key="administrator" fallback={<PageFallback />}>
        <AdminArea />
        <ScrollRestoration />
      </Suspense>
    )
  }
  const PartnerPage = partnerPages[path]
  if (PartnerPage) {
    return (
      <Suspense key="partner" fallback={<PageFallback />}>
        <AccountFrame>
          <PartnerPage />
        </AccountFrame>
      </Suspense>
    )
  }
  const SitePage = sitePages[path] ?? NotFoundPage
  return (
    <SiteLayout>
      <Suspense fallback={<PageFallback />}>
        <SitePage />
        <ScrollRestoration />
      </Suspense>
    </SiteLayout>
  )
}
