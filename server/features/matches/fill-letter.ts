import { programZone } from '@shared/program-time'
import {
  describeMeetingTime,
  formatMeetingDay,
  formatMeetingTime,
  readingZone,
} from '@shared/meeting-time'
import { formatCents } from '@shared/money'
import { leftEntrepreneur } from '@shared/entrepreneurs'
import type { Side } from '@shared/matches'
import { tellIntroduction } from '@shared/tell-introduction'
import { shortName } from '../../short-name'
import type { MailCtx } from '../mail/find-sender'
import { meetingLetters, type MeetingLetterId } from '../mail/meeting-letters'
import { defangName, plainText } from '../mail/plain-text'
import type { Lead, MatchLetter, Reader } from './letters'
import type { FoundMatch, MatchRow } from './queries'
import { stateFor } from './presenter'
import { inviteTo, pagesOf } from './write-invite'
import type { LetterValues } from '../mail/send-letter'

export interface People extends Pick<FoundMatch, 'partner'> {
  /** With the token of their link. Null: someone who has left. */
  entrepreneur: (NonNullable<FoundMatch['entrepreneur']> & { token: string }) | null
  /** The introductions of the partner that they know of. */
  offers: { offers: number; hasSucceeded: boolean }
  /** How long a meeting takes that is not booked yet. */
  minutes: number
}

interface Facts {
  match: MatchRow
  people: People
  /** The sender of mail, with or without a name. */
  from: string
  /** The partner's account goes, and with it all mails that are theirs. */
  isErased: boolean
}

/** For letters that name no one. */
const someoneWhoLeft = { firstName: leftEntrepreneur, lastName: '', email: '', phoneNumber: '' }

/** A letter with everything that it says, as `sendLetter` takes it. */
export function fillMatchLetter(deps: Pick<MailCtx, 'env'>, letter: MatchLetter, facts: Facts) {
  const { env } = deps
  const { to, address: formerAddress, meeting, method, times = [], leads } = letter
  const { match, people } = facts
  const { partner, entrepreneur } = people
  const { zone, page, token, label, ...reader } = findReader(deps, to, facts)
  const recipient = formerAddress
    ? {
        firstName: '',
        email: formerAddress,
        ...(to === 'partner' && !facts.isErased && { id: partner.id }),
      }
    : reader.recipient
  const shownEntrepreneur = entrepreneur ?? someoneWhoLeft
  const other = to === 'partner' ? shownEntrepreneur : partner
  const list = times.map((time) => `- ${describeMeetingTime(time, zone)}`).join('\n')
  const startsAt = meeting?.startsAt
  const address = `${env.publicOrigin}${page}`
  const link = token ? `${address}#token=${token}` : address
  const ofOthers = {
    other: defangName(other.firstName),
    otherName: defangName(`${other.firstName} ${other.lastName}`),
    otherEmail: other.email,
    otherPhone: other.phoneNumber,
    pair: `${defangName(shortName(partner))} and ${defangName(shortName(shownEntrepreneur))}`,
    about: to === 'partner' ? describeBusiness(people) : describePartner(people),
  }
  const values: LetterValues<MeetingLetterId> = {
    ...ofOthers,
    lead: leads.map((lead) => `${describeLead(lead, zone, env.brand.supportPhone)}\n\n`).join(''),
    times: list,
    time: startsAt ? describeMeetingTime(startsAt, zone) : '',
    when: startsAt ? formatMeetingTime(startsAt, zone) : '',
    day: startsAt ? formatMeetingDay(startsAt, zone) : '',
    minutes: meeting
      ? String((meeting.endsAt.getTime() - meeting.startsAt.getTime()) / 60_000)
      : '',
    ...(to === 'host'
      ? { outcome: '', next: '' }
      : describeState(letter, { side: to, match, people, list, zone })),
    link,
  }
  const invite =
    meeting && method
      ? inviteTo(deps, {
          matchId: match.id,
          to,
          email: recipient.email,
          namesReader: true,
          from: facts.from,
          method,
          meeting,
          // Removing an entry comes before adding one: both addresses may be read in one calendar.
          sequence: match.inviteSequence - (formerAddress ? 1 : 0),
        })
      : undefined
  // A letter that names no one outlives the record of that person.
  const { subject, body } = meetingLetters[letter.letter]
  const namesBoth = Object.keys(ofOthers).some((name) =>
    `${subject}${body}`.includes(`{{${name}}}`),
  )
  return {
    letter: letter.letter,
    to: recipient,
    values,
    ...(!formerAddress && { button: { label: labels[letter.letter] ?? label, address: link } }),
    invite,
    ...(meeting &&
      method && {
        calendarMethod: method,
        meetingStartsAt: meeting.startsAt,
        meetingEndsAt: meeting.endsAt,
      }),
    ...(to !== 'partner' && namesBoth && { aboutUserId: partner.id }),
    ...(entrepreneur &&
      (to === 'entrepreneur' || namesBoth) && { entrepreneurId: entrepreneur.id }),
  }
}

const labels: Partial<Record<MeetingLetterId, string>> = {
  'meeting-times': 'Choose Times',
  'meeting-times-reminder': 'Choose Times',
  'meeting-met': 'Give Your Answer',
  'meeting-met-reminder': 'Give Your Answer',
}

/** The recipient of a letter, the clock that they read, and the page that they act on. */
function findReader({ env }: Pick<MailCtx, 'env'>, to: Reader, { match, people }: Facts) {
  const { partner, entrepreneur } = people
  if (to === 'partner') {
    const zone = readingZone(partner.timeZone)
    return { recipient: partner, zone, page: pagesOf(to, match.id), label: 'Open Your Dashboard' }
  }
  if (to === 'entrepreneur') {
    if (!entrepreneur) throw new Error(`The entrepreneur of introduction ${match.id} has left.`)
    const { firstName, lastName, email, timeZone, token } = entrepreneur
    return {
      recipient: { firstName, lastName, email },
      zone: readingZone(timeZone),
      page: pagesOf(to, match.id),
      token,
      label: 'Open Your Introduction',
    }
  }
  const page = pagesOf(to, match.id)
  const recipient = { firstName: '', email: env.brand.supportEmail }
  return { recipient, zone: programZone, page, label: 'Open This Introduction' }
}

function describeBusiness({ entrepreneur }: People): string {
  if (!entrepreneur) return ''
  const { firstName, businessName, summary, amountCents } = entrepreneur
  const amount = formatCents(amountCents).replace(/\.00$/, '')
  return `We’d like you to meet ${defangName(firstName)} from ${defangName(businessName)}, who is looking for ${amount}.

${plainText(summary)}`
}

const describePartner = ({ partner }: People) =>
  `We’d like you to meet ${defangName(partner.firstName)}, a Credit Partner we approved.`

function describeLead(lead: Lead, zone: string, phone: string): string {
  if (lead.kind === 'correction')
    return 'Please ignore our last email about your introduction. We sent it by mistake.'
  if (lead.kind === 'by-link')
    return `You told us this through the link in our email. If it wasn’t you, call ${phone} right away.`
  if (lead.kind === 'missed')
    return `Your meeting on ${formatMeetingDay(lead.from, zone)} didn’t take place, so here are new times.`
  return `Your meeting has moved from ${describeMeetingTime(lead.from, zone)} to another time.`
}

interface StateFacts extends Pick<Facts, 'match' | 'people'> {
  side: Side
  list: string
  zone: string
}

/** The introduction in the words of its reader's page. */
function describeState(
  { letter, meeting }: MatchLetter,
  { side, match, people, list, zone }: StateFacts,
) {
  const { offers, minutes } = people
  const now = new Date()
  const state = stateFor({ ...people, match }, side, { offers, minutes, now })
  const { title, explain } = tellIntroduction(state, { side, zone, now: Number(now) })
  const asked =
    letter === 'meeting-off' && list && `Which of these times work for you instead?\n\n${list}\n\n`
  const canceled =
    letter === 'meeting-ended' &&
    meeting &&
    `The meeting on ${describeMeetingTime(meeting.startsAt, zone)} is canceled, and the attached file removes it from your calendar. `
  return { outcome: title, next: [asked, canceled, explain].filter(Boolean).join('') }
}
