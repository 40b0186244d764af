import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'wouter'
import type { CurrentUser } from '@shared/accounts'
import type { DashboardCard } from '@shared/pages'
import { AccountLayout } from '@/features/accounts/account-layout'
import { EmailLine, isNewHere } from '@/features/accounts/email-line'
import { OpenSteps, useOpenSteps } from '@/features/accounts/open-steps'
import { useSession } from '@/features/accounts/use-session'
import { AddFileDialog } from '@/features/files/add-file'
import { ReplaceFileDialog } from '@/features/files/send-file-dialog'
import { brand } from '@/lib/brand'
import { lazyPart } from '@/lib/lazy-part'
import { paths } from '@/lib/paths'
import { showAnchor } from '@/lib/show-anchor'
import { useDocumentTitle } from '@/lib/use-document-title'
import { useTitleState } from '@/lib/use-title-state'
import { buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { Skeleton } from '@/ui/loaded'
import { DocumentNeeded } from './document-needed'
import { DocumentsSection } from './documents-section'
import {
  type CardProps,
  isToMeet,
  orderCards,
  type PartnerState,
  type SentDocument,
  usePartnerState,
} from './partner-state'
import { SharedLogins } from './shared-logins'
import { StatusPanel, statusTitles, WelcomePanel } from './status-panels'

// With forms of their own, which the page is drawn without, and the desk with charts.
const QuestionForYou = lazyPart(
  () => import('./question-for-you').then((part) => part.QuestionForYou),
  () => <Skeleton className="h-48" />,
)
const IntroductionPanel = lazyPart(
  () => import('./introduction-panel').then((part) => part.IntroductionPanel),
  () => <Skeleton className="h-48" />,
)
const ReferralDashboard = lazyPart(
  () => import('./referral-dashboard').then((part) => part.ReferralDashboard),
  () => <Skeleton className="h-96" />,
)
const PaymentSettings = lazyPart(
  () => import('@/features/payouts/payment-settings').then((part) => part.PaymentSettings),
  () => <Skeleton className="h-72" />,
)

export function DashboardPage() {
  useDocumentTitle('Dashboard')
  const { user } = useSession()
  // The guard shows this page only to someone; while logging out there is no one for a moment.
  if (!user) return null
  return user.isReferrer ? <ReferrerDashboard user={user} /> : <Dashboard user={user} />
}

const frame = { other: { name: 'Account', path: paths.account }, title: brand.portalName }

const contents: Record<DashboardCard, ComponentType<CardProps>> = {
  question: QuestionForYou,
  introduction: IntroductionPanel,
  document: DocumentNeeded,
  status: StatusPanel,
  steps: ({ openSteps }) => <OpenSteps title="To Do" steps={openSteps} />,
  documents: DocumentsSection,
  logins: SharedLogins,
  referrals: ReferralDashboard,
  payments: PaymentSettings,
  welcome: WelcomePanel,
}

function Dashboard({ user }: { user: CurrentUser }) {
  const { isLoading, ...state } = usePartnerState(user)
  // An introduction names its own step.
  useTitleState(state.match ? null : statusTitles[user.status])
  const isHere = [
    QuestionForYou.useIsHere(user.question !== undefined),
    IntroductionPanel.useIsHere(isToMeet(user)),
  ].every(Boolean)
  // All at once, so that nothing moves; what is asked for later takes nothing away.
  const [isDrawn, setIsDrawn] = useState(false)
  if (!isDrawn && isHere && !isLoading) setIsDrawn(true)

  return (
    <AccountLayout {...frame} user={user}>
      {isDrawn ? <Cards {...state} /> : <Drawing />}
    </AccountLayout>
  )
}

// A card may be several parts, as far apart as the cards.
const column = 'grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-8'

function Cards(state: PartnerState) {
  const [sent, setSent] = useState<SentDocument | null>(null)
  const close = () => setSent(null)
  const cards = orderCards(state)
  const [first] = cards
  // The address may name a card, which was not there yet when the page was. The first one is in sight.
  const showNamed = useEffectEvent(() => {
    if (window.location.hash !== `#${first?.card}`) showAnchor()
  })
  useEffect(() => showNamed(), [])
  return (
    <>
      {cards.map(({ card, ...place }) => {
        const Content = contents[card]
        return (
          <div key={card} id={card} className={column}>
            <Content {...state} {...place} onSend={setSent} />
          </div>
        )
      })}
      {/* Not inside of what disappears once the document has arrived. */}
      {sent && 'answersIt' in sent ? <AddFileDialog {...sent} onClose={close} /> : null}
      <ReplaceFileDialog
        asAdmin={false}
        file={sent && 'replaces' in sent ? sent.replaces : null}
        onClose={close}
      />
    </>
  )
}

const Drawing = () => (
  <>
    <Skeleton className="h-72 rounded-xl" />
    <Skeleton className="h-72 rounded-xl" />
  </>
)

/** The dashboard of someone who refers others and has not applied. */
function ReferrerDashboard({ user }: { user: CurrentUser }) {
  return (
    <AccountLayout {...frame} user={user}>
      {user.status === 'rejected' ? <OnHold /> : <BeforePayouts user={user} />}
      <ReferralDashboard user={user} />
      <div id="payments">
        <PaymentSettings user={user} />
      </div>
      {user.status === 'rejected' ? null : <ApplyPanel />}
    </AccountLayout>
  )
}

/** Open steps before a referrer can be paid; nothing once they are done. */
function BeforePayouts({ user }: { user: CurrentUser }) {
  const { open } = useOpenSteps(user)
  return (
    <OpenSteps title="Before We Can Pay You" steps={open}>
      {isNewHere(user) ? <EmailLine user={user} className="mb-2" /> : null}
    </OpenSteps>
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
    />
  )
}
