import { Suspense, type ComponentType } from 'react'
import { Link } from 'wouter'
import type { AdminPath } from '@shared/pages'
import { DecisionKeys, DecisionDialog } from './decision-keys'
import { lazyPage } from '@/lib/lazy-part'
import { paths } from '@/lib/paths'
import { usePagePath } from '@/lib/use-address'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { TooltipProvider } from '@/ui/tooltip'
import { AdminGate } from './admin-gate'
import { AdminLayout } from './admin-layout'
import { PageLoading } from './page-loading'

const adminPages: Readonly<Record<AdminPath, ComponentType> & Record<string, ComponentType>> = {
  [paths.admin]: lazyPage(() =>
    import('@/pages/admin/overview/overview-page').then((part) => part.OverviewPage),
  ),
  [paths.adminUsers]: lazyPage(() =>
    import('@/pages/admin/users/users-page').then((part) => part.UsersPage),
  ),
  [paths.adminReports]: lazyPage(() =>
    import('@/pages/admin/reports/reports-page').then((part) => part.ReportsPage),
  ),
  [paths.adminCredentials]: lazyPage(() =>
    import('@/pages/admin/credentials/credentials-page').then((part) => part.CredentialsPage),
  ),
  [paths.adminMatching]: lazyPage(() =>
    import('@/pages/admin/matching/matching-page').then((part) => part.MatchingPage),
  ),
  [paths.adminMessages]: lazyPage(() =>
    import('@/pages/admin/messages/messages-page').then((part) => part.MessagesPage),
  ),
  [paths.adminReferrals]: lazyPage(() =>
    import('@/pages/admin/referrals/referrals-page').then((part) => part.ReferralsPage),
  ),
  [paths.adminPayouts]: lazyPage(() =>
    import('@/pages/admin/payouts/payouts-page').then((part) => part.PayoutsPage),
  ),
  [paths.adminEmail]: lazyPage(() =>
    import('@/pages/admin/mail/email-page').then((part) => part.EmailPage),
  ),
  [paths.adminSms]: lazyPage(() =>
    import('@/pages/admin/sms/sms-page').then((part) => part.SmsPage),
  ),
  [paths.adminAudit]: lazyPage(() =>
    import('@/pages/admin/audit/audit-page').then((part) => part.AuditPage),
  ),
  [paths.adminSystem]: lazyPage(() =>
    import('@/pages/admin/system/system-page').then((part) => part.SystemPage),
  ),
  [paths.adminSettings]: lazyPage(() =>
    import('@/pages/admin/settings/settings-page').then((part) => part.SettingsPage),
  ),
}

/** Everything under /admin: behind the login panel, inside the administrator's layout. */
export function AdminArea() {
  const Page = adminPages[usePagePath()] ?? AdminNotFound
  return (
    <TooltipProvider>
      <AdminGate>
        <AdminLayout>
          <Suspense fallback={<PageLoading />}>
            <Page />
          </Suspense>
          <DecisionDialog />
          <DecisionKeys />
        </AdminLayout>
      </AdminGate>
    </TooltipProvider>
  )
}

/** Inside the layout, whose heading says '404 Page Not Found'. */
function AdminNotFound() {
  return (
    <EmptyState
      title="Did you forget to add the page to the router?"
      action={
        <Link href={paths.admin} className={buttonClass({})}>
          Go to the Dashboard
        </Link>
      }
    />
  )
}
