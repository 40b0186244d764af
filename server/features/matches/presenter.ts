import { createHash } from 'node:crypto'
import { leftEntrepreneur } from '@shared/entrepreneurs'
import {
  type CalendarEntry,
  type ListedMatch,
  type Match,
  type Meeting,
  type OwnMatch,
  type Side,
} from '@shared/matches'
import { openOrNull, type Sealer } from '../../db/sealing'
import type { CalendarRow } from './calendar-queries'
import { hasCanceledOften } from './cancellations'
import { openToken } from './links'
import { needOf } from './need-of'
import { sideOf, timesAhead } from './next-match'
import { canJoin, canRenewLink, contactBy, isOneMoreComing, seesContacts } from './policy'
import {
  sealedMatchLink,
  type FoundMatch,
  type FoundWithLink,
  type ListedMatchRow,
  type MatchRow,
} from './queries'

const asText = (times: readonly Date[]) => times.map((time) => time.toISOString())
const orNull = (time: Date | null) => time?.toISOString() ?? null
const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`

export const presentListedMatch = (
  { match, partner, entrepreneur }: ListedMatchRow,
  now: Date,
  unreached: readonly Side[] = [],
): ListedMatch => ({
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
  startsAt: orNull(match.startsAt),
  createdAt: match.createdAt.toISOString(),
  movedAt: match.movedAt.toISOString(),
  need: needOf(match, now, unreached),
})

interface Facts {
  sealer: Sealer
  publicOrigin: string
  /** What is missing of the partner's profile. */
  missing: readonly string[]
  canUndo: boolean
  mailsLeaveAt: Date | null
  unreached: readonly Side[]
  now: Date
}

/** All of a match, for the administrator. */
export function presentMatch(found: FoundMatch, facts: Facts): Match {
  const { match, partner, entrepreneur, basedOn } = found
  const { sealer, publicOrigin, missing, canUndo, mailsLeaveAt, unreached, now } = facts
  const token = openToken(sealer, match)
  return {
    ...presentListedMatch({ id: match.id, match, partner, entrepreneur }, now, unreached),
    basedOn,
    offeredTimes: asText(match.offeredTimes),
    endsAt: orNull(match.endsAt),
    sides: {
      partner: {
        ...presentSide(found, 'partner'),
        phoneNumber: partner.phoneNumber,
        timeZone: partner.timeZone,
        isRecordingAllowed: partner.isRecordingAllowed,
        missing: [...missing],
      },
      entrepreneur: entrepreneur && {
        ...presentSide(found, 'entrepreneur'),
        phoneNumber: entrepreneur.phoneNumber,
        timeZone: entrepreneur.timeZone,
        isRecordingAllowed: match.recordsEntrepreneur,
      },
    },
    link: token && linkOf(publicOrigin, token),
    canRenewLink: canRenewLink(match),
    canUndo,
    mailsLeaveAt: orNull(mailsLeaveAt),
  }
}

function presentSide({ match }: FoundMatch, side: Side) {
  const { times, note, answer } = sideOf(match, side)
  return { chosenTimes: times && asText(times), note, answer }
}

/** The entrepreneur's page. What is behind the number sign reaches no server, and no log. */
export const linkOf = (publicOrigin: string, token: string): string =>
  `${publicOrigin}/meet#token=${token}`

interface Seen {
  sealer: Sealer
  /** The room of the settings. */
  room: string
  /** To how many the partner was introduced, this one among them. */
  offers: { offers: number; hasSucceeded: boolean }
  now: Date
}

/** Until both have accepted, the partner reads no last name, no email and no phone. */
export function presentOwnMatch(found: FoundMatch, seen: Seen): OwnMatch {
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
 * Of the partner, the entrepreneur reads the first name alone; after a match their contacts as well, with the digits: a
 * mail can be forwarded, or go to a stranger.
 */
export function presentMeeting(found: FoundWithLink, seen: Seen & { isProven: boolean }): Meeting {
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

/** What both sides see. */
function presentFor(
  { match, partner }: FoundMatch,
  side: Side,
  { sealer, room, now }: Seen,
): Omit<OwnMatch, 'timeZone' | 'other' | 'contacts' | 'isOneMoreComing'> {
  const { times, answer } = sideOf(match, side)
  const { sealedLink } = match
  const link = sealedLink
    ? openOrNull(() => sealer.open(sealedLink, sealedMatchLink(match.id)))
    : room || null
  return {
    id: match.id,
    state: match.state,
    basedOn: basisOf(match, side),
    offeredTimes: asText(timesAhead(match.offeredTimes, now)),
    chosenTimes: times && asText(times),
    startsAt: orNull(match.startsAt),
    endsAt: orNull(match.endsAt),
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
export const presentCalendar = (rows: readonly CalendarRow[], minutes: number): CalendarEntry[] =>
  rows
    .map(({ startsAt, endsAt, ...entry }) => ({
      ...entry,
      startsAt: startsAt.toISOString(),
      endsAt: (endsAt ?? new Date(Number(startsAt) + minutes * 60_000)).toISOString(),
    }))
    .toSorted((left, right) => (left.startsAt < right.startsAt ? -1 : 1))

/**
 * What an answer is based on: all that someone is shown of a match. What the other has said is no part of it, so that
 * it refuses no answer, and tells no one that there was one.
 */
export function basisOf(match: MatchRow, side: Side): string {
  const { times, answer: given } = sideOf(match, side)
  const shown = [match.state, match.offeredTimes, match.startsAt, times, given]
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
}
