import { Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { RejectDialog } from '@/features/decisions/reject-dialog'
import { paths } from '@/lib/paths'
import { TooltipProvider } from '@/ui/tooltip'
import { AdminGate } from './admin-gate'
import { AdminLayout } from './admin-layout'
import { AdminNotFound } from './admin-not-found'
import { DecisionKeys } from './decision-keys'
import { lazyPage, PageLoading } from './lazy-page'

const OverviewPage = lazyPage(() => import('@/pages/admin/overview/overview-page'), 'OverviewPage')
const UsersPage = lazyPage(() => import('@/pages/admin/users/users-page'), 'UsersPage')
const ReportsPage = lazyPage(() => import('@/pages/admin/reports/reports-page'), 'ReportsPage')
const CredentialsPage = lazyPage(
  () => import('@/pages/admin/credentials/credentials-page'),
  'CredentialsPage',
)
const MatchingPage = lazyPage(() => import('@/pages/admin/matching/matching-page'), 'MatchingPage')
const MessagesPage = lazyPage(() => import('@/pages/admin/messages/messages-page'), 'MessagesPage')
const ReferralsPage = lazyPage(
  () => import('@/pages/admin/referrals/referrals-page'),
  'ReferralsPage',
)
const PayoutsPage = lazyPage(() => import('@/pages/admin/payouts/payouts-page'), 'PayoutsPage')
const EmailPage = lazyPage(() => import('@/pages/admin/mail/email-page'), 'EmailPage')
const SmsPage = lazyPage(() => import('@/pages/admin/sms/sms-page'), 'SmsPage')
const AuditPage = lazyPage(() => import('@/pages/admin/audit/audit-page'), 'AuditPage')
const SettingsPage = lazyPage(() => import('@/pages/admin/settings/settings-page'), 'SettingsPage')

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
