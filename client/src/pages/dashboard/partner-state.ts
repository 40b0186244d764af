import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@shared/accounts'
import type { OwnCredential } from '@shared/credentials'
import type { OwnFile } from '@shared/files'
import type { OwnMatch } from '@shared/matches'
import { type DashboardCard, dashboardCards } from '@shared/pages'
import type { ReferralDesk } from '@shared/referral-desk'
import type { ProfileStep } from '@shared/profile-completion'
import { phaseOf } from '@shared/tell-introduction'
import { isNewHere, useEmailLine } from '@/features/accounts/email-line'
import { useOpenSteps } from '@/features/accounts/open-steps'
import { ownCredentialsQuery } from '@/features/credentials/api'
import { filesQuery } from '@/features/files/api'
import { deskQuery, hasEarned } from '@/features/referrals/desk-api'
import { ownMatchQuery } from '@/features/matches/api'
import { useNow } from '@/features/matches/match-times'
import { type ApplicationStatus, getApplicationStatus } from './application-status'

/** All that decides which cards a partner sees, and in which order. */
export interface PartnerState {
  user: CurrentUser
  application: ApplicationStatus
  files: OwnFile[]
  /** Undefined while they are not known. */
  logins: OwnCredential[] | undefined
  /** Null without an introduction, or while it is not known. */
  match: OwnMatch | null
  /** Only known of someone who was not approved. */
  desk: ReferralDesk | undefined
  /** Undefined while they are not known. */
  openSteps: ProfileStep[] | undefined
  now: number
}

export const isToMeet = ({ status, isAdmin }: CurrentUser) => status === 'approved' && !isAdmin

/** `isLoading`: a part of it is not known yet, and may still be. */
export function usePartnerState(user: CurrentUser): PartnerState & { isLoading: boolean } {
  const now = useNow()
  const files = useQuery(filesQuery)
  const logins = useQuery(ownCredentialsQuery)
  const match = useQuery({ ...ownMatchQuery, enabled: isToMeet(user) })
  const isRejected = user.status === 'rejected'
  const desk = useQuery({ ...deskQuery, enabled: isRejected })
  const steps = useOpenSteps(user)
  const emailLine = useEmailLine(user, { isShown: isNewHere(user) })

  return {
    user,
    application: getApplicationStatus(user, files.data ?? undefined, logins.data ?? undefined),
    files: files.data ?? [],
    logins: logins.data ?? undefined,
    match: match.data ?? null,
    desk: isRejected ? desk.data : undefined,
    // Entrepreneurs pay after a match. Whoever refers others is asked beside their earnings.
    openSteps: steps.open?.filter((step) => step !== 'payment-method' || match.data),
    now,
    isLoading: [files, logins, match, desk, steps, emailLine].some((query) => query.isLoading),
  }
}

/** The demands that a card may make of its reader, in the order of the page. */
const demands = ['asks', 'tells', 'reminds', 'is settled', 'keeps', 'greets'] as const
type Demand = (typeof demands)[number]

const introductionDemands: Record<ReturnType<typeof phaseOf>, Demand> = {
  choose: 'asks',
  chosen: 'tells',
  finding: 'tells',
  'no-overlap': 'tells',
  called: 'tells',
  booked: 'asks',
  over: 'tells',
  met: 'asks',
  accepted: 'tells',
  succeeded: 'tells',
  ended: 'tells',
  declined: 'tells',
}

/** Someone who was not approved can't refer others: what is left is what was earned before. */
const demandOfRewards = ({ user, desk }: PartnerState) =>
  user.isAdmin || (desk && !hasEarned(desk)) ? null : 'keeps'

/** Null where there is no such card. */
const demandOf: Record<DashboardCard, (state: PartnerState) => Demand | null> = {
  question: ({ application }) => (application.phase === 'asked' ? 'asks' : null),
  introduction({ user, match, now }) {
    if (!isToMeet(user)) return null
    return match ? introductionDemands[phaseOf(match, now)] : 'tells'
  },
  document: ({ application: { lacksProof, toReplace } }) =>
    lacksProof || toReplace.length > 0 ? 'asks' : null,
  status: ({ user, match }) => (user.status === 'approved' && match ? 'is settled' : 'tells'),
  steps: ({ openSteps }) => (openSteps?.length ? 'reminds' : null),
  documents: () => 'keeps',
  logins: ({ logins }) => (logins?.length ? 'keeps' : null),
  referrals: demandOfRewards,
  payments: demandOfRewards,
  welcome: () => 'greets',
}

const rank = ({ demand }: { demand: Demand }) => demands.indexOf(demand)

/** Questions come first, the welcome last; cards of one demand as `dashboardCards` has them. */
export function orderCards(state: PartnerState) {
  return dashboardCards
    .flatMap((card) => {
      const demand = demandOf[card](state)
      return demand ? [{ card, demand }] : []
    })
    .toSorted((left, right) => rank(left) - rank(right))
    .map(({ card, demand }, index) => ({
      card,
      isSettled: demand === 'is settled',
      isLead: index === 0 && demand === 'asks',
    }))
}

/** A document that someone is about to send. */
export type SentDocument = { replaces: OwnFile } | { answersIt: boolean }

export interface CardProps extends PartnerState {
  isSettled: boolean
  /** Its button is the page's main one. */
  isLead: boolean
  onSend: (document: SentDocument) => void
}
