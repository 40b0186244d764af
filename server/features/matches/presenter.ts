import { createHash } from 'node:crypto'
import { leftEntrepreneur } from '@shared/entrepreneurs'
import type { OwnMatch, Side } from '@shared/matches'
import { openOrNull, type Sealer } from '../../db/sealing'
import type { CalendarRow } from './calendar-queries'
import { hasCanceledOften } from './cancellations'
import { needOf } from './need-of'
import { sideOf, timesAhead } from './next-match'
import { canJoin, contactBy, isOneMoreComing, seesContacts } from './policy'
import {
  sealedMatchLink,
  type FoundMatch,
  type FoundWithLink,
  type ListedMatchRow,
  type MatchRow,
} from './queries'

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`

export const presentListedMatch = (
  { match, partner, entrepreneur }: ListedMatchRow,
  now: Date,
  unreached: readonly Side[] = [],
) => ({
  id: match.id,
  state: match.state,
  endedBecause: match.endedBecause,
  partner: {
    id: partner.id,
    name: nameOf(partner),
    mayBeCalled: partner.mayBeCalled === true,
  },
  entrepreneur: entrepreneur && {
    id: entrepreneur.id,
    name: nameOf(entrepreneur),
    businessName: entrepreneur.businessName,
  },
  startsAt: match.startsAt,
  createdAt: match.createdAt,
  movedAt: match.movedAt,
  need: needOf(match, now, unreached),
})

export function presentSide({ match }: FoundMatch, side: Side) {
  const { times, note, answer } = sideOf(match, side)
  return { chosenTimes: times, note, answer }
}

/** The entrepreneur's page. The part behind the number sign reaches no server, and no log. */
export const linkOf = (publicOrigin: string, token: string): string =>
  `${publicOrigin}/meet#token=${token}`

interface Seen {
  sealer: Sealer
  room: string
  /** The introductions of the partner, this one among them. */
  offers: { offers: number; hasSucceeded: boolean }
  now: Date
}

/** Until both have accepted, the partner reads no last name, no email and no phone. */
export function presentOwnMatch(found: FoundMatch, seen: Seen) {
  const { partner, entrepreneur } = found
  return {
    ...presentFor(found, 'partner', seen),
    timeZone: partner.timeZone,
    other: presentEntrepreneur(entrepreneur),
    contacts: entrepreneur && contactsOf(found, entrepreneur),
    isOneMoreComing:
      found.match.state === 'ended' && isOneMoreComing({ ...partner, ...seen.offers }),
  }
}

function presentEntrepreneur(entrepreneur: FoundMatch['entrepreneur']): OwnMatch['other'] {
  if (!entrepreneur) return { firstName: leftEntrepreneur, business: null }
  const { firstName, businessName: name, summary, amountCents } = entrepreneur
  return { firstName, business: { name, summary, amountCents } }
}

/**
 * The entrepreneur reads the first name of the partner alone; after a match their contacts as well, with the digits: a
 * mail can be forwarded, or go to a stranger.
 */
export function presentMeeting(found: FoundWithLink, seen: Seen & { isProven: boolean }) {
  const { match, partner, entrepreneur } = found
  return {
    ...presentFor(found, 'entrepreneur', seen),
    firstName: entrepreneur.firstName,
    timeZone: entrepreneur.timeZone,
    isRecordingAllowed: match.recordsEntrepreneur,
    other: { firstName: partner.firstName, business: null },
    contacts: seen.isProven ? contactsOf(found, partner) : null,
    isOneMoreComing: match.state === 'ended' && entrepreneur.status === 'ready',
  }
}

/** The facts that both sides see. */
function presentFor({ match, partner }: FoundMatch, side: Side, { sealer, room, now }: Seen) {
  const { times, answer } = sideOf(match, side)
  const { sealedLink } = match
  const link = sealedLink
    ? openOrNull(() => sealer.open(sealedLink, sealedMatchLink(match.id)))
    : room || null
  return {
    id: match.id,
    state: match.state,
    basedOn: etagFor(match, side),
    offeredTimes: timesAhead(match.offeredTimes, now),
    chosenTimes: times,
    startsAt: match.startsAt,
    endsAt: match.endsAt,
    answer,
    isRecorded: partner.isRecordingAllowed === true && match.recordsEntrepreneur === true,
    joinLink: canJoin(match, now) ? link : null,
    findsTimeBy: hasCanceledOften(match, side) ? contactBy(partner, side) : null,
    agreementBy: contactBy(partner, side),
  }
}

function contactsOf(
  { match }: FoundMatch,
  { firstName, lastName, email, phoneNumber }: NonNullable<OwnMatch['contacts']>,
): OwnMatch['contacts'] {
  return seesContacts(match) ? { firstName, lastName, email, phoneNumber } : null
}

/** `minutes`: how long a meeting takes that is not booked yet. */
export const presentCalendar = (rows: readonly CalendarRow[], minutes: number) =>
  rows
    .map(({ startsAt, endsAt, ...entry }) => ({
      ...entry,
      startsAt,
      endsAt: endsAt ?? new Date(Number(startsAt) + minutes * 60_000),
    }))
    .toSorted((left, right) => Number(left.startsAt) - Number(right.startsAt))

/**
 * Names the state that an answer is based on: all that someone is shown of a match. The other's answer is no part of
 * it, so that it refuses no answer, and tells no one that there was one.
 */
export function etagFor(match: MatchRow, side: Side): string {
  const { times, answer: given } = sideOf(match, side)
  const shown = [match.state, match.offeredTimes, match.startsAt, times, given]
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
}
