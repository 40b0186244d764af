import { openMatchStates } from '@shared/list-choices'
import { usualOffers, type MatchState, type OwnMatch, type Side } from '@shared/matches'
import { joinMinutes } from '@shared/meeting-time'

/** How long an offer can be undone, before anyone but the administrator sees it. */
export const hiddenSeconds = 60

interface Partner {
  kind: 'partner' | 'referrer'
  isAdmin: 0 | 1
  status: string
  closesAt: Date | null
}

/** Whether someone takes part in the program now. */
export const takesPart = ({ kind, isAdmin, status, closesAt }: Partner): boolean =>
  kind === 'partner' && isAdmin === 0 && status === 'approved' && closesAt === null

interface Offers {
  offers: number
  hasOpen: boolean
  hasSucceeded: boolean
}

/**
 * Why these two can't be introduced, apart from this introduction; null when they can be. Without an entrepreneur it
 * is asked about someone who has left.
 */
export function canOffer(
  partner: Partner & Offers,
  entrepreneur: (Omit<Offers, 'offers'> & { status: string }) | null,
): string | null {
  if (!takesPart(partner)) return 'Only approved partners are introduced to someone.'
  if (partner.hasOpen) return 'This partner is in another introduction.'
  if (!entrepreneur) return null
  if (entrepreneur.status !== 'ready') return 'This entrepreneur isn’t ready for an introduction.'
  if (entrepreneur.hasOpen) return 'This entrepreneur is in another introduction.'
  if (entrepreneur.hasSucceeded) return 'This entrepreneur already has a match.'
  return null
}

/** Usually one match is enough, sometimes one more entrepreneur is offered. Beyond that there is a reason. */
export const isUnusualOffer = ({ offers, hasSucceeded }: Omit<Offers, 'hasOpen'>): boolean =>
  offers >= usualOffers || hasSucceeded

/** The next step after an introduction has ended: one more person, or a contact of ours. */
export function afterEndFor(
  side: Side,
  {
    partner,
    entrepreneur,
  }: { partner: Partner & Omit<Offers, 'hasOpen'>; entrepreneur: { status: string } | null },
): OwnMatch['afterEnd'] {
  if (side === 'entrepreneur') return entrepreneur?.status === 'ready' ? 'one-more' : 'none'
  if (!takesPart(partner)) return 'none'
  return isUnusualOffer(partner) ? 'contact' : 'one-more'
}

interface Meeting {
  state: MatchState
  startsAt: Date | null
  endsAt: Date | null
}

/** The video room is open from shortly before the start to the end. */
export const canJoin = ({ state, startsAt, endsAt }: Meeting, now: Date): boolean =>
  state === 'booked' &&
  startsAt !== null &&
  endsAt !== null &&
  Number(now) >= Number(startsAt) - joinMinutes * 60_000 &&
  now < endsAt

/** Names, emails and phones are exchanged once both have accepted. */
export const seesContacts = ({ state }: Pick<Meeting, 'state'>): boolean => state === 'succeeded'

/**
 * Whether the entrepreneur can get a new link: while the introduction is open, and after a success until its link
 * expires, since the old one shows contacts to whoever holds it.
 */
export const canRenewLink = (match: {
  state: MatchState
  entrepreneurId: number | null
  tokenHash: string | null
}): boolean =>
  openMatchStates.some((open) => open === match.state) ||
  (match.state === 'succeeded' && match.entrepreneurId !== null && match.tokenHash !== null)

/** We call a partner only if they agreed to it. */
export const contactBy = (
  partner: { mayBeCalled: boolean | null },
  side: Side,
): 'call' | 'email' => (side === 'entrepreneur' || partner.mayBeCalled === true ? 'call' : 'email')
