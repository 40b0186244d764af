import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { CurrentUser } from '@shared/accounts'
import { AccountLayout } from '@/features/accounts/account-layout'
import { EmailLine, isNewHere } from '@/features/accounts/email-line'
import { OpenSteps, useOpenSteps } from '@/features/accounts/open-steps'
import { useSession } from '@/features/accounts/use-session'
import { ownCredentialsQuery } from '@/features/credentials/api'
import { filesQuery } from '@/features/files/api'
import { ownMatchQuery } from '@/features/matches/api'
import { brand } from '@/lib/brand'
import { lazyPart } from '@/lib/lazy-part'
import { paths } from '@/lib/paths'
import { useDocumentTitle } from '@/lib/use-document-title'
import { useTitleState } from '@/lib/use-title-state'
import { buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { Skeleton } from '@/ui/loaded'
import { getApplicationStatus } from './application-status'
import { DocumentsSection } from './documents-section'
import { NeededFromYou } from './needed-from-you'
import { SharedLogins } from './shared-logins'
import { StatusPanel, statusTitles, WelcomePanel } from './status-panels'

// With forms of their own, which the page is drawn without, and the desk with charts.
const IntroductionPanel = lazyPart(
  () => import('./introduction-panel'),
  () => <Skeleton className="h-48" />,
)
const ReferralDashboard = lazyPart(
  () => import('./referral-dashboard'),
  () => <Skeleton className="h-96" />,
)

export function DashboardPage() {
  useDocumentTitle('Dashboard')
  const { user } = useSession()
  // The guard shows this page only to someone; while logging out there is no one for a moment.
  if (!user) return null
  return user.isReferrer ? <ReferrerDashboard user={user} /> : <Dashboard user={user} />
}

const frame = { other: { name: 'Account', path: paths.account }, title: brand.portalName }

function Dashboard({ user }: { user: CurrentUser }) {
  const { data: files } = useQuery(filesQuery)
  const { data: logins } = useQuery(ownCredentialsQuery)
  const { data: match } = useQuery({
    ...ownMatchQuery,
    enabled: user.status === 'approved' && !user.isAdmin,
  })
  const application = getApplicationStatus(user, files ?? undefined, logins ?? undefined)
  // An introduction names its own step.
  useTitleState(match ? null : statusTitles[user.status])

  return (
    <AccountLayout {...frame} user={user}>
      <NeededFromYou
        user={user}
        application={application}
        files={files ?? []}
        logins={logins ?? []}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-y-8">
        <StatusPanel user={user} application={application} match={match ?? null} />
        {/* An introduction that may wait for them comes before the welcome, which a wide screen has beside the status. */}
        {user.status === 'approved' && !user.isAdmin ? (
          <div className="lg:col-span-2">
            <IntroductionPanel user={user} />
          </div>
        ) : null}
        <WelcomePanel user={user} application={application} hasDocuments={Boolean(files?.length)} />
      </div>
      <DocumentsSection user={user} logins={logins ?? undefined} />
      {logins?.length ? (
        <SharedLogins user={user} application={application} logins={logins} />
      ) : null}
      {user.isAdmin ? null : <ReferralDashboard user={user} />}
    </AccountLayout>
  )
}

/** The dashboard of someone who refers others and has not applied. */
function ReferrerDashboard({ user }: { user: CurrentUser }) {
  return (
    <AccountLayout {...frame} user={user}>
      {user.status === 'rejected' ? <OnHold /> : <BeforePayouts user={user} />}
      <ReferralDashboard user={user} />
      {user.status === 'rejected' ? null : <ApplyPanel />}
    </AccountLayout>
  )
}

/** Open steps before a referrer can be paid; nothing once they are done. */
function BeforePayouts({ user }: { user: CurrentUser }) {
  const steps = useOpenSteps(user)
  if (!steps?.length) return null
  return (
    <Card title="Before We Can Pay You">
      {isNewHere(user) ? <EmailLine user={user} /> : null}
      <OpenSteps title="Still open" titleAs="h3" steps={steps} />
    </Card>
  )
}

function ApplyPanel() {
  return (
    <Card
      title="Do you have good credit yourself?"
      description="You can apply whenever you like, with a credit report or a shared login. Your referrals and your link stay yours. You’ll need a personal credit score over 680. Results are not guaranteed."
    >
      <Link href={paths.onboarding} className={buttonClass({ variant: 'secondary' })}>
        Apply as a Credit Partner
      </Link>
    </Card>
  )
}

function OnHold() {
  return (
    <Card
      title="Your account is on hold"
      description={`We don’t pay rewards while an account is on hold. If you think this is a mistake, email ${brand.supportEmail} or call ${brand.supportPhone}.`}
    ></Card>
  )
}
