import { createHash } from 'node:crypto'
import { leftEntrepreneur } from '@shared/entrepreneurs'
import type { OwnMatch, Side } from '@shared/matches'
import type { IntroductionState } from '@shared/tell-introduction'
import { openOrNull, type Sealer } from '../../db/sealing'
import type { Env } from '../../env'
import type { CalendarRow } from './calendar-queries'
import { dueFor, needOf, newTimesFor, type Obstacles } from './need-of'
import { sideOf, timesAhead } from './next-match'
import { afterEndFor, canJoin, contactBy, seesContacts } from './policy'
import { inviteTo } from './write-invite'
import {
  sealedMatchLink,
  type FoundMatch,
  type FoundWithLink,
  type MatchRow,
  type TodaysMeetingRow,
} from './queries'

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`

export const presentListedMatch = (
  { match, partner, entrepreneur }: FoundMatch,
  now: Date,
  obstacles?: Obstacles,
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
  need: needOf(match, now, obstacles),
})

/** Where people meet by video; null without a link, or when no key opens it any more. */
export function roomOf(
  { id, sealedLink }: Pick<MatchRow, 'id' | 'sealedLink'>,
  { sealer, room }: Pick<Seen, 'sealer' | 'room'>,
): string | null {
  if (!sealedLink) return room || null
  return openOrNull(() => sealer.open(sealedLink, sealedMatchLink(id)))
}

/** For the host, who may join before the others and calls those who agreed to it. */
export function presentTodaysMeeting(
  { match, basedOn, startsAt, endsAt, partner, entrepreneur }: TodaysMeetingRow,
  seen: Pick<Seen, 'sealer' | 'room'>,
) {
  const present = (person: typeof partner | typeof entrepreneur, mayBeCalled: boolean) => ({
    id: person.id,
    name: nameOf(person),
    timeZone: person.timeZone,
    phoneNumber: mayBeCalled ? person.phoneNumber : null,
  })
  return {
    id: match.id,
    basedOn,
    startsAt,
    endsAt,
    partner: present(partner, partner.mayBeCalled === true),
    entrepreneur: present(entrepreneur, true),
    joinLink: roomOf(match, seen),
  }
}

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
  around: Around
  env: Env
  /** The sender of mail; null without one. */
  from: string | null
}

/** Facts that an introduction depends on besides itself. */
interface Around {
  /** The introductions of the partner, this one among them. */
  offers: { offers: number; hasSucceeded: boolean }
  /** How long a meeting takes that is not booked yet. */
  minutes: number
  now: Date
}

/** Until both have accepted, the partner reads no last name, no email and no phone. */
export function presentOwnMatch(found: FoundMatch, seen: Seen) {
  const { partner, entrepreneur } = found
  return {
    ...presentFor(found, 'partner', { ...seen, isProven: true }),
    timeZone: partner.timeZone,
    contacts: entrepreneur && contactsOf(found, entrepreneur),
  }
}

function presentEntrepreneur(entrepreneur: FoundMatch['entrepreneur']) {
  if (!entrepreneur) return { firstName: leftEntrepreneur, business: null, approvedAt: null }
  const {
    firstName,
    businessName: name,
    summary,
    amountCents,
    partnerPay,
    partnerSigns,
  } = entrepreneur
  const business = { name, summary, amountCents, partnerPay, partnerSigns }
  return { firstName, business, approvedAt: null }
}

const presentPartner = ({ firstName, status, statusAt }: FoundMatch['partner']) => ({
  firstName,
  business: null,
  approvedAt: status === 'approved' ? statusAt : null,
})

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
    contacts: seen.isProven ? contactsOf(found, partner) : null,
  }
}

/** The state of an introduction for one of its people, on their page as in letters. */
export function stateFor(
  { match, partner, entrepreneur }: Pick<FoundMatch, 'match' | 'partner' | 'entrepreneur'>,
  side: Side,
  { offers, minutes, now }: Around,
) {
  const { times, answer } = sideOf(match, side)
  const { state, startsAt, endsAt, endedBecause } = match
  return {
    state,
    other: side === 'partner' ? presentEntrepreneur(entrepreneur) : presentPartner(partner),
    chosenTimes: times,
    startsAt,
    endsAt,
    answer: endedBecause === `${side}-declined` ? 'declined' : answer,
    newTimes: newTimesFor(match, side, now),
    dueAt: dueFor(match, side, now),
    contactBy: contactBy(partner, side),
    afterEnd: afterEndFor(side, { partner: { ...partner, ...offers }, entrepreneur }),
    minutes: startsAt && endsAt ? (Number(endsAt) - Number(startsAt)) / 60_000 : minutes,
  } satisfies IntroductionState
}

/** The facts that both sides see. */
function presentFor(found: FoundMatch, side: Side, seen: Seen & { isProven: boolean }) {
  const { sealer, room, around, env, from, isProven: namesReader } = seen
  const { match, partner } = found
  const { now } = around
  const { id: matchId, startsAt, endsAt, inviteSequence: sequence } = match
  const meeting = match.state === 'booked' && startsAt && endsAt ? { startsAt, endsAt } : null
  const email = found[side]?.email
  return {
    ...stateFor(found, side, around),
    id: match.id,
    basedOn: etagFor(match, side),
    offeredTimes: timesAhead(match.offeredTimes, now),
    isRecorded: partner.isRecordingAllowed === true && match.recordsEntrepreneur === true,
    invitation:
      meeting && email && from
        ? inviteTo(
            { env },
            { matchId, to: side, email, namesReader, from, method: 'REQUEST', sequence, meeting },
          ).text
        : null,
    joinLink: canJoin(match, now) ? roomOf(match, { sealer, room }) : null,
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
 * Names the state that an answer is based on: all that someone is shown of a match but for whether we find new times,
 * so that the other's answer refuses none.
 */
export function etagFor(match: MatchRow, side: Side): string {
  const { times, answer: given } = sideOf(match, side)
  const shown = [match.state, match.offeredTimes, match.startsAt, times, given]
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url')
}
