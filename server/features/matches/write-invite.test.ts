import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { formatMeetingTime } from '@shared/meeting-time'
import { anyText } from '@tests/support/samples/any-character'
import { writeInvite } from './write-invite'

const meetingAt = (startsAt: string) => ({
  startsAt: new Date(startsAt),
  endsAt: new Date(Date.parse(startsAt) + 45 * 60_000),
})

const entry = {
  method: 'REQUEST',
  uid: 'match-12-partner@portal.example',
  sequence: 1,
  meeting: meetingAt('2026-12-01T20:00:00Z'),
  organizer: { name: 'Credit Partner Program', email: 'portal@creditpartner.example' },
  attendee: 'jordan.avery@example.com',
  summary: 'Introduction meeting, Credit Partner Program',
  description:
    'To join, open your dashboard. The Join button appears there 15 minutes before the start. If you can’t get in, call (303) 555-0142.',
  location: 'https://portal.example/dashboard',
  writtenAt: new Date('2026-11-25T15:30:00Z'),
} as const

type Entry = Parameters<typeof writeInvite>[0]

/** What an independent parser finds, by the names of the properties. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const event = calendar.getFirstSubcomponent('vevent')
  const value = (name: string) => String(event?.getFirstPropertyValue(name))
  const property = (name: string) => event?.getFirstProperty(name)
  return {
    method: calendar.getFirstPropertyValue('method'),
    events: calendar.getAllSubcomponents('vevent').length,
    value,
    property,
  }
}

/** One history in the recipient's calendar. How a real mailbox takes it can only be tried by hand. */
const history: [string, Entry][] = [
  ['request', entry],
  [
    'moved',
    {
      ...entry,
      sequence: 2,
      meeting: meetingAt('2026-12-03T15:30:00Z'),
      writtenAt: new Date('2026-11-27T21:05:09Z'),
    },
  ],
  [
    'canceled',
    {
      ...entry,
      method: 'CANCEL',
      sequence: 3,
      meeting: meetingAt('2026-12-03T15:30:00Z'),
      writtenAt: new Date('2026-11-30T14:00:00Z'),
    },
  ],
]

describe('an invitation', () => {
  const files = history.map(([name, written]) => {
    const path = `tests/support/samples/invitations/${name}.ics`
    return { name, written, text: readFileSync(path, 'utf8') }
  })

  it.each(files)('is written as in $name.ics', ({ written, text }) => {
    expect(writeInvite(written).text).toBe(text)
  })

  it('is moved and canceled under one UID, each time with a higher sequence', () => {
    const all = files.map(({ text }) => read(text))
    expect(all.map(({ method, value }) => [method, value('sequence'), value('status')])).toEqual([
      ['REQUEST', '1', 'CONFIRMED'],
      ['REQUEST', '2', 'CONFIRMED'],
      ['CANCEL', '3', 'CANCELLED'],
    ])
    expect(all.map(({ value }) => value('dtstart'))).toEqual([
      '2026-12-01T20:00:00Z',
      '2026-12-03T15:30:00Z',
      '2026-12-03T15:30:00Z',
    ])
    expect(all.map(({ value }) => value('dtend'))).toEqual([
      '2026-12-01T20:45:00Z',
      '2026-12-03T16:15:00Z',
      '2026-12-03T16:15:00Z',
    ])
    for (const { events, value, property } of all) {
      expect(events).toBe(1)
      expect(value('uid')).toBe(entry.uid)
      expect(value('summary')).toBe(entry.summary)
      expect(value('location')).toBe(entry.location)
      expect(value('organizer')).toBe('mailto:portal@creditpartner.example')
      expect(property('organizer')?.getParameter('cn')).toBe(entry.organizer.name)
      expect(value('attendee')).toBe('mailto:jordan.avery@example.com')
      expect(property('attendee')?.getParameter('partstat')).toBe('ACCEPTED')
      expect(property('attendee')?.getParameter('rsvp')).toBe('FALSE')
    }
  })

  // The Fridays before and the Mondays after a change of the clock.
  it.each([
    ['2026-10-30T18:00:00.000Z', 'Fri, Oct 30, 8:00 AM HST'],
    ['2026-11-02T19:00:00.000Z', 'Mon, Nov 2, 9:00 AM HST'],
    ['2027-03-12T19:00:00.000Z', 'Fri, Mar 12, 9:00 AM HST'],
    ['2027-03-15T18:00:00.000Z', 'Mon, Mar 15, 8:00 AM HST'],
  ])('for %s names the moment itself, and no zone', (startsAt, inHonolulu) => {
    const { property } = read(writeInvite({ ...entry, meeting: meetingAt(startsAt) }).text)
    const start = property('dtstart')?.getFirstValue()
    if (!(start instanceof ICAL.Time)) throw new Error('It begins at no time.')
    expect(property('dtstart')?.getParameter('tzid')).toBeUndefined()
    expect(start.zone).toBe(ICAL.Timezone.utcTimezone)
    expect(start.toJSDate().toISOString()).toBe(startsAt)
    expect(formatMeetingTime(start.toJSDate(), 'Pacific/Honolulu')).toBe(inHonolulu)
  })

  it.each([
    ["o'neil+x@partner.example", "mailto:o'neil+x@partner.example"],
    ['a?b#c%d@partner.example', 'mailto:a%3Fb%23c%25d@partner.example'],
  ])('is for %s', (attendee, value) => {
    expect(read(writeInvite({ ...entry, attendee }).text).value('attendee')).toBe(value)
  })
})

const withoutControls = (text: string) => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n]/gu, '')

describe('any words in an invitation', () => {
  it('are read back as they are, in lines that any calendar takes', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, fc.nat(200), (summary, description, name, length) => {
        const { text } = writeInvite({
          ...entry,
          summary: `${'é'.repeat(length)}${summary}`,
          description: `\\;,\n\r\n"^${description}`,
          organizer: { ...entry.organizer, name },
        })
        expect(text).not.toMatch(/(?<!\r)\n|\r(?!\n)/)
        for (const line of text.split('\r\n')) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          expect(line.isWellFormed()).toBe(true)
        }
        const { value, property } = read(text)
        expect(value('summary')).toBe(withoutControls(`${'é'.repeat(length)}${summary}`))
        expect(value('description')).toBe(withoutControls(`\\;,\n\r\n"^${description}`))
        const shown = withoutControls(name).replace(/["\n]/g, '')
        expect(property('organizer')?.getParameter('cn')).toBe(shown)
        expect(value('uid')).toBe(entry.uid)
      }),
    )
  })
})
