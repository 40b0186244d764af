import type { Side } from '@shared/matches'
import { pageOfCard, pages } from '@shared/pages'
import { addressOf, type MailCtx } from '../mail/find-sender'
import type { Invite } from '../mail/queue-mail'

export interface Meeting {
  startsAt: Date
  endsAt: Date
}

interface Entry {
  method: Invite['method']
  /** Stays the same through all changes, so that a calendar updates its entry. */
  uid: string
  /** Higher than in every entry before. */
  sequence: number
  meeting: Meeting
  /** The sender of the mail. */
  organizer: { name: string; email: string }
  /** The recipient, and no one else: neither side learns the other's address. Null: the file names no one. */
  attendee: string | null
  summary: string
  description: string
  location: string
  writtenAt: Date
}

interface About extends Pick<Entry, 'method' | 'sequence' | 'meeting'> {
  matchId: number
  to: Side | 'host'
  email: string
  /** Whether the file has the reader's address: not for whoever holds a link, which may have been forwarded. */
  namesReader: boolean
  /** The sender of mail, with or without a name. */
  from: string
}

/** The page on which someone acts on an introduction. */
export function pagesOf(to: About['to'], matchId: number): string {
  if (to === 'host') return `${pages.adminMatching}?open=${matchId}`
  return to === 'partner' ? pageOfCard('introduction') : pages.meet
}

/** The invitation of one reader, the same in their letter as on their page. */
export function inviteTo({ env }: Pick<MailCtx, 'env'>, about: About): Invite {
  const { matchId, to, email, namesReader, from, ...entry } = about
  const { publicOrigin, brand } = env
  const host = new URL(publicOrigin).hostname
  return writeInvite({
    ...entry,
    uid: `match-${matchId}-${to}@${host}`,
    organizer: { name: brand.programName, email: findOrganizer(host, email, from) },
    attendee: namesReader ? email : null,
    summary: `Introduction meeting, ${brand.programName}`,
    description: describeJoining(to, brand.supportPhone),
    location: `${publicOrigin}${pagesOf(to, matchId)}`,
    writtenAt: new Date(),
  })
}

/**
 * The mailbox that mail leaves from. To its own owner it names another: calendars show whoever organizes a meeting no
 * invitation to it, as theirs would have it already.
 */
function findOrganizer(host: string, email: string, from: string): string {
  const sender = addressOf(from)
  return sender.toLowerCase() === email.toLowerCase() ? `introductions@${host}` : sender
}

function describeJoining(to: About['to'], phone: string): string {
  if (to === 'host') return 'Open the introduction in the portal to join.'
  const where = to === 'partner' ? 'your dashboard' : 'the link in our newest email'
  return `To join, open ${where}. The Join button appears there 15 minutes before the start. If you can’t get in, call ${phone}.`
}

/**
 * A meeting, or its cancellation, as a calendar attachment (iCalendar, RFC 5545; iTIP, RFC 5546). All times are
 * UTC: there is no zone to describe and no change of the clock to miss.
 */
export function writeInvite(entry: Entry): Invite {
  const { method, meeting, organizer, attendee } = entry
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Credit Partner Portal//Introductions//EN',
    'CALSCALE:GREGORIAN',
    // To no one, it is an entry and asks nothing.
    ...(attendee === null ? [] : [`METHOD:${method}`]),
    'BEGIN:VEVENT',
    `UID:${escapeText(entry.uid)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${formatUtc(entry.writtenAt)}`,
    `DTSTART:${formatUtc(meeting.startsAt)}`,
    `DTEND:${formatUtc(meeting.endsAt)}`,
    `ORGANIZER;CN="${escapeName(organizer.name)}":${mailto(organizer.email)}`,
    ...(attendee === null
      ? []
      : [`ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:${mailto(attendee)}`]),
    `SUMMARY:${escapeText(entry.summary)}`,
    `DESCRIPTION:${escapeText(entry.description)}`,
    `LOCATION:${escapeText(entry.location)}`,
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return { method, text: lines.map((line) => `${fold(line)}\r\n`).join('') }
}

const formatUtc = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d{3}/g, '')

const controlCharacters = /\p{Cc}/gu

const escapeText = (text: string) =>
  text
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replace(/\r\n?|\n/g, String.raw`\n`)
    .replace(controlCharacters, '')

/** Within quotes, which a name can't hold; a caret begins an escape (RFC 6868). */
const escapeName = (name: string) =>
  name.replaceAll('"', '').replace(controlCharacters, '').replaceAll('^', '^^')

const mailto = (address: string) =>
  `mailto:${encodeURI(address).replace(/[?#]/g, encodeURIComponent)}`

const octetsOfLine = 75

/** A long line goes on in the next, after a space; no character is cut in two. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > octetsOfLine) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}
