import { Suspense } from 'react'
import { Route, Switch, Link } from 'wouter'
import { DecisionKeys, RejectDialog } from './decision-keys'
import { lazyPage } from '@/lib/lazy-part'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { TooltipProvider } from '@/ui/tooltip'
import { AdminGate } from './admin-gate'
import { AdminLayout } from './admin-layout'
import { PageLoading } from './page-loading'

const OverviewPage = lazyPage(() => import('@/pages/admin/overview/overview-page'))
const UsersPage = lazyPage(() => import('@/pages/admin/users/users-page'))
const ReportsPage = lazyPage(() => import('@/pages/admin/reports/reports-page'))
const CredentialsPage = lazyPage(() => import('@/pages/admin/credentials/credentials-page'))
const MatchingPage = lazyPage(() => import('@/pages/admin/matching/matching-page'))
const MessagesPage = lazyPage(() => import('@/pages/admin/messages/messages-page'))
const ReferralsPage = lazyPage(() => import('@/pages/admin/referrals/referrals-page'))
const PayoutsPage = lazyPage(() => import('@/pages/admin/payouts/payouts-page'))
const EmailPage = lazyPage(() => import('@/pages/admin/mail/email-page'))
const SmsPage = lazyPage(() => import('@/pages/admin/sms/sms-page'))
const AuditPage = lazyPage(() => import('@/pages/admin/audit/audit-page'))
const SettingsPage = lazyPage(() => import('@/pages/admin/settings/settings-page'))

/** Everything under /admin: behind the login panel, inside the administrator's layout. */
export function AdminArea() {
  return (
    <TooltipProvider>
      <AdminGate>
        <AdminLayout>
          <Suspense fallback={<PageLoading />}>
            <Switch>
              <Route path={paths.admin} component={OverviewPage} />
              <Route path={paths.adminUsers} component={UsersPage} />
              <Route path={paths.adminReports} component={ReportsPage} />
              <Route path={paths.adminCredentials} component={CredentialsPage} />
              <Route path={paths.adminMatching} component={MatchingPage} />
              <Route path={paths.adminReferrals} component={ReferralsPage} />
              <Route path={paths.adminPayouts} component={PayoutsPage} />
              <Route path={paths.adminMessages} component={MessagesPage} />
              <Route path={paths.adminEmail} component={EmailPage} />
              <Route path={paths.adminSms} component={SmsPage} />
              <Route path={paths.adminSettings} component={SettingsPage} />
              <Route path={paths.adminAudit} component={AuditPage} />
              <Route component={AdminNotFound} />
            </Switch>
          </Suspense>
          <RejectDialog />
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
