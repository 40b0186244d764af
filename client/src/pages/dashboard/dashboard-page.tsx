import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { CurrentUser } from '@shared/accounts'
import { AccountLayout } from '@/features/accounts/account-layout'
import { useSession } from '@/features/accounts/use-session'
import { ownCredentialsQuery } from '@/features/credentials/api'
import { filesQuery } from '@/features/files/api'
import { matchQuery } from '@/features/matches/api'
import { brand } from '@/lib/brand'
import { useDocumentTitle } from '@/lib/use-document-title'
import { paths } from '@/lib/paths'
import { useHeldFocus } from '@/ui/use-held-focus'
import { DocumentsSection } from './documents-section'
import { IntroductionPanel, ReferralDesk } from './later-parts'
import { NeededFromYou } from './needed-from-you'
import { ReferrerDashboard } from './referrer-dashboard'
import { SharedLogins } from './shared-logins'
import { getStanding } from './standing'
import { StatusPanel, WelcomePanel } from './status-panels'

export function DashboardPage() {
  useDocumentTitle(brand.portalName)
  const { user } = useSession()
  // The guard shows this page only to someone; while logging out there is no one for a moment.
  if (!user) return null
  return user.isReferrer ? <ReferrerDashboard user={user} /> : <Dashboard user={user} />
}

function Dashboard({ user }: { user: CurrentUser }) {
  const { data: files } = useQuery(filesQuery)
  const { data: logins } = useQuery(ownCredentialsQuery)
  const { data: match } = useQuery({
    ...matchQuery,
    enabled: user.status === 'approved' && !user.isAdmin,
  })
  const main = useRef<HTMLElement>(null)
  // A question goes with its answer, and a withdrawn login with the button for that.
  useHeldFocus(main, (control) => {
    const isAnswer = control.closest('[aria-labelledby="question-title"]') !== null
    return () => document.getElementById(isAnswer ? 'standing-title' : 'documents-title')
  })
  const standing = getStanding(user, files ?? undefined, logins ?? undefined)

  return (
    <AccountLayout
      ref={main}
      user={user}
      other={{ name: 'Account', path: paths.account }}
      title={brand.portalName}
    >
      <NeededFromYou user={user} standing={standing} files={files ?? []} logins={logins ?? []} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-y-8">
        <StatusPanel user={user} standing={standing} match={match ?? null} />
        {/* What may wait for them comes before the welcome, which a wide screen has beside the status. */}
        {user.status === 'approved' && !user.isAdmin ? (
          <div className="lg:col-span-2">
            <IntroductionPanel user={user} />
          </div>
        ) : null}
        <WelcomePanel user={user} standing={standing} hasDocuments={Boolean(files?.length)} />
      </div>
      <DocumentsSection user={user} logins={logins ?? undefined} />
      {logins?.length ? <SharedLogins user={user} standing={standing} logins={logins} /> : null}
      {user.isAdmin ? null : <ReferralDesk user={user} />}
    </AccountLayout>
  )
}
