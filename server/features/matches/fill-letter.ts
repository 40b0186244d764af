import { programZone } from '@shared/program-time'
import {
  formatClock,
  formatMeetingDay,
  formatMeetingTime,
  readingZone,
  describeWhoFindsTime,
} from '@shared/meeting-time'
import { formatCents } from '@shared/money'
import { leftEntrepreneur } from '@shared/entrepreneurs'
import { pages } from '@shared/pages'
import { shortName } from '../../short-name'
import { addressOf, type MailCtx } from '../mail/find-sender'
import { meetingLetters, type MeetingLetterId } from '../mail/meeting-letters'
import { defangName, plainText } from '../mail/plain-text'
import { hasCanceledOften } from './cancellations'
import type { Lead, MatchLetter, Reader } from './letters'
import type { FoundMatch, MatchRow } from './queries'
import { contactBy } from './policy'
import { writeInvite } from './write-invite'
import type { LetterValues } from '../mail/send-letter'

export interface People extends Pick<FoundMatch, 'partner'> {
  /** With the token of their link. Null: someone who has left. */
  entrepreneur: (NonNullable<FoundMatch['entrepreneur']> & { token: string }) | null
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
  const list = times.map((time) => `- ${showTime(time, zone)}`).join('\n')
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
    time: startsAt ? showTime(startsAt, zone) : '',
    when: startsAt ? formatMeetingTime(startsAt, zone) : '',
    day: startsAt ? formatMeetingDay(startsAt, zone) : '',
    minutes: meeting
      ? String((meeting.endsAt.getTime() - meeting.startsAt.getTime()) / 60_000)
      : '',
    next: describeNext(letter, { match, partner, list, zone }),
    link,
  }
  const host = new URL(env.publicOrigin).hostname
  const invite =
    meeting && method
      ? writeInvite({
          method,
          uid: `match-${match.id}-${to}@${host}`,
          // Removing an entry comes before adding one: both addresses may be read in one calendar.
          sequence: match.inviteSequence - (formerAddress ? 1 : 0),
          meeting,
          organizer: { name: env.brand.programName, email: findOrganizer(host, recipient, facts) },
          attendee: recipient.email,
          summary: `Introduction meeting, ${env.brand.programName}`,
          description: describeJoining(to, env.brand.supportPhone),
          location: address,
          writtenAt: new Date(),
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
    return { recipient: partner, zone, page: pages.dashboard, label: 'Open Your Dashboard' }
  }
  if (to === 'entrepreneur') {
    if (!entrepreneur) throw new Error(`The entrepreneur of introduction ${match.id} has left.`)
    const { firstName, lastName, email, timeZone, token } = entrepreneur
    return {
      recipient: { firstName, lastName, email },
      zone: readingZone(timeZone),
      page: pages.meet,
      token,
      label: 'Open Your Introduction',
    }
  }
  const page = `${pages.adminMatching}?open=${match.id}`
  const recipient = { firstName: '', email: env.brand.supportEmail }
  return { recipient, zone: programZone, page, label: 'Open This Introduction' }
}

/** 'Tue, Dec 1, 1:00 PM MST (3:00 PM EST)': by the reader's clock and, where that differs, the host's. */
function showTime(moment: Date, zone: string): string {
  const shown = formatMeetingTime(moment, zone)
  const eastern = formatMeetingTime(moment, programZone)
  if (shown === eastern) return shown
  const isSameDay = formatMeetingDay(moment, zone) === formatMeetingDay(moment, programZone)
  return `${shown} (${isSameDay ? formatClock(moment, programZone) : eastern})`
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
  return `Your meeting has moved from ${showTime(lead.from, zone)} to another time.`
}

interface NextStepFacts extends Pick<People, 'partner'> {
  list: string
  zone: string
}

/** The next step, where it depends on more than the letter. */
function describeNext(
  { letter, to, meeting }: MatchLetter,
  { match, partner, list, zone }: Pick<Facts, 'match'> & NextStepFacts,
): string {
  const nothing = 'You don’t need to do anything.'
  if (letter === 'meeting-off' && to !== 'host' && hasCanceledOften(match, to))
    return describeWhoFindsTime(contactBy(partner, to))
  if (letter === 'meeting-off')
    return list
      ? `Which of these times work for you instead?\n\n${list}`
      : `We’re finding new times and will email you. ${nothing}`
  if (letter === 'meeting-succeeded' && to !== 'host') {
    const contact = `Our team will ${contactBy(partner, to)} you about the agreement.`
    const caution = 'Results are not guaranteed; payments come from the entrepreneur.'
    return to === 'partner' ? `${contact} ${caution}` : contact
  }
  if (letter !== 'meeting-ended') return ''
  const isPartnerHere = to === 'partner' && match.endedBecause !== 'partner-gone'
  return [
    meeting &&
      `The meeting on ${showTime(meeting.startsAt, zone)} is canceled, and the attached file removes it from your calendar.`,
    isPartnerHere && 'We’ll contact you about what comes next.',
    nothing,
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * The mailbox that mail leaves from. To its own owner it names another: calendars show whoever organizes a meeting no
 * invitation to it, as theirs would have it already.
 */
function findOrganizer(host: string, { email }: { email: string }, { from }: Facts): string {
  const sender = addressOf(from)
  return sender.toLowerCase() === email.toLowerCase() ? `introductions@${host}` : sender
}

function describeJoining(to: Reader, phone: string): string {
  if (to === 'host') return 'Open the introduction in the portal to join.'
  const where = to === 'partner' ? 'your dashboard' : 'the link in our newest email'
  return `To join, open ${where}. The Join button appears there 15 minutes before the start. If you can’t get in, call ${phone}.`
}
