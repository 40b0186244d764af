import { Suspense, type ComponentType } from 'react'
import { lazyPage, loadIfPossible } from '@/lib/lazy-part'
import { paths } from '@/lib/paths'
import { usePagePath } from '@/lib/use-address'
import { PageFallback } from './page-loading'
import { hasShownPage, ScrollRestoration } from './scroll-restoration'
import { SiteLayout } from './site-layout'

type Pages = Readonly<Record<string, ComponentType>>

const EmailLinkPage = lazyPage(() => import('@/pages/site/email-link-page'))
const DisclosuresPage = lazyPage(() => import('@/pages/site/legal/disclosures-page'))

// A chunk for each page: reading takes no forms, and applying none of the administrator's area.
const sitePages: Pages = {
  [paths.home]: lazyPage(() => import('@/pages/site/landing-page')),
  [paths.login]: lazyPage(() => import('@/pages/site/login-page')),
  [paths.resetPassword]: lazyPage(() => import('@/pages/site/reset-password-page')),
  [paths.confirmEmail]: EmailLinkPage,
  [paths.verifyEmail]: EmailLinkPage,
  [paths.stopEmailChange]: EmailLinkPage,
  [paths.meet]: lazyPage(() => import('@/pages/site/meet-page')),
  [paths.photo]: lazyPage(() => import('@/pages/site/photo-page')),
  [paths.emailChoices]: lazyPage(() => import('@/pages/site/email-choices-page')),
  [paths.onboarding]: lazyPage(() => {
    // The first page asks for its forms by itself, once it is painted.
    if (hasShownPage()) void loadIfPossible(() => import('@/pages/onboarding/application-forms'))
    return import('@/pages/onboarding/onboarding-page')
  }),
  [paths.confirmation]: lazyPage(() => import('@/pages/onboarding/confirmation-page')),
  [paths.referralProgram]: lazyPage(() => import('@/pages/site/referral/referral-page')),
  [paths.blog]: lazyPage(() => import('@/pages/site/blog/blog-page')),
  [paths.support]: lazyPage(() => import('@/pages/site/support/support-page')),
  [paths.disclosures]: DisclosuresPage,
  [paths.ftcDisclosures]: DisclosuresPage,
  [paths.terms]: lazyPage(() => import('@/pages/site/legal/terms-page')),
  [paths.privacy]: lazyPage(() => import('@/pages/site/legal/privacy-page')),
  [paths.disputeResolution]: lazyPage(() => import('@/pages/site/legal/dispute-resolution-page')),
  [paths.communicationsCompliance]: lazyPage(
    () => import('@/pages/site/legal/communications-compliance-page'),
  ),
  [paths.sitemap]: lazyPage(() => import('@/pages/site/sitemap-page')),
}
const partnerPages: Pages = {
  [paths.dashboard]: lazyPage(() => import('@/pages/dashboard/dashboard-page')),
  [paths.account]: lazyPage(() => import('@/pages/account/account-page')),
}
const NotFoundPage = lazyPage(() => import('@/pages/site/not-found-page'))
const AdminArea = lazyPage(() => import('./admin-area'))
const AccountFrame = lazyPage(() => import('./account-frame'))

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
