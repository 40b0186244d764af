import { describe, expect, it } from 'vitest'
import { addBusinessDays, closingTimeAfter, easternMoment, nextBusinessDays } from './business-days'
import {
  findStatesZone,
  formatClock,
  formatMeetingDay,
  formatMeetingTime,
  hourIn,
  isTimeZone,
  keepTogether,
  nameZone,
  readingZone,
} from './meeting-time'

const zones = ['America/New_York', 'America/Denver', 'America/Phoenix', 'Pacific/Honolulu'] as const

describe('a moment on the clocks of both sides of a change', () => {
  it.each([
    ['2026-10-30T18:00Z', '2:00 PM EDT', '12:00 PM MDT', '11:00 AM MST', '8:00 AM HST'],
    ['2026-11-02T19:00Z', '2:00 PM EST', '12:00 PM MST', '12:00 PM MST', '9:00 AM HST'],
    ['2027-03-12T19:00Z', '2:00 PM EST', '12:00 PM MST', '12:00 PM MST', '9:00 AM HST'],
    ['2027-03-15T18:00Z', '2:00 PM EDT', '12:00 PM MDT', '11:00 AM MST', '8:00 AM HST'],
    ['2027-03-15T13:00Z', '9:00 AM EDT', '7:00 AM MDT', '6:00 AM MST', '3:00 AM HST'],
  ])('%s', (moment, ...clocks) => {
    expect(zones.map((zone) => formatClock(new Date(moment), zone))).toEqual(clocks)
  })

  it('is written with its day and plain spaces', () => {
    const moment = new Date('2026-12-01T20:00Z')
    expect(formatMeetingTime(moment, 'America/Denver')).toBe('Tue, Dec 1, 1:00 PM MST')
    expect(formatMeetingDay(moment, 'America/Denver')).toBe('Tue, Dec 1')
    // Already tomorrow elsewhere.
    expect(formatMeetingDay(new Date('2026-12-01T04:00Z'), 'America/New_York')).toBe('Mon, Nov 30')
  })

  it('has an hour, with its half', () => {
    expect(hourIn(new Date('2027-03-15T13:00Z'), 'Pacific/Honolulu')).toBe(3)
    expect(hourIn(new Date('2027-03-15T13:30Z'), 'America/New_York')).toBe(9.5)
    expect(hourIn(new Date('2027-03-15T04:00Z'), 'America/New_York')).toBe(0)
  })
})

it.each([
  ['America/Denver', true],
  ['Pacific/Honolulu', true],
  ['UTC', true],
  ['America/Nowhere', false],
  ['+05:00', false],
  ['', false],
])('%s is a time zone: %s', (zone, expected) => {
  expect(isTimeZone(zone)).toBe(expected)
})

it.each([
  ['America/Denver', 'America/Denver'],
  ['america/denver', 'America/Denver'],
  ['US/Mountain', 'America/Denver'],
  ['America/Indiana/Knox', 'America/Indiana/Knox'],
  ['America/Puerto_Rico', 'America/Puerto_Rico'],
  ['Pacific/Guam', 'Pacific/Guam'],
  ['EST5EDT', 'America/New_York'],
])('%s is a zone of the States: %s', (said, zone) => {
  expect(findStatesZone(said)).toBe(zone)
  expect(readingZone(said)).toBe(zone)
})

it.each([
  'Etc/Unknown',
  'UTC',
  'Etc/GMT+5',
  'Atlantic/Reykjavik',
  'Europe/London',
  'Asia/Kolkata',
  'America/Toronto',
  'America/Nowhere',
  '+05:00',
  '__proto__',
  '',
  null,
  undefined,
  5,
  ['America/Denver'],
])('%j counts as not known, so times are Eastern', (said) => {
  expect(findStatesZone(said)).toBeNull()
  expect(readingZone(said)).toBe('America/New_York')
})

it('a zone is named as people know it', () => {
  expect(nameZone('America/Denver')).toBe('Mountain Time (Denver)')
  expect(nameZone('America/New_York')).toBe('Eastern Time (New York)')
})

it('times in a sentence break between their day and hour, and before the host’s hour', () => {
  expect(keepTogether('Tue, Dec 1, 1:00 PM MST (3:00 PM EST)').split(' ')).toEqual([
    'Tue,\u00a0Dec\u00a01,',
    '1:00\u00a0PM\u00a0MST',
    '(3:00\u00a0PM\u00a0EST)',
  ])
})

const closing = (start: string) => closingTimeAfter(new Date(start), 7).toISOString()

describe('times of New York', () => {
  it.each([
    [{ year: 2027, month: 3, day: 12 }, '2027-03-12T19:00:00.000Z'],
    [{ year: 2027, month: 3, day: 15 }, '2027-03-15T18:00:00.000Z'],
    [{ year: 2026, month: 10, day: 30 }, '2026-10-30T18:00:00.000Z'],
    [{ year: 2026, month: 11, day: 2 }, '2026-11-02T19:00:00.000Z'],
  ])('2:00 PM on %o', (day, moment) => {
    expect(easternMoment(day, { hour: 14 }).toISOString()).toBe(moment)
  })

  it('close at five on the seventh day, on either side of a change', () => {
    expect(closing('2026-10-28T12:00Z')).toBe('2026-11-04T22:00:00.000Z')
    expect(closing('2027-03-10T12:00Z')).toBe('2027-03-17T21:00:00.000Z')
    // Late in the evening it is the day that it is in New York.
    expect(closing('2026-11-26T03:00Z')).toBe('2026-12-02T22:00:00.000Z')
  })

  it('go on for business days alone', () => {
    const days = nextBusinessDays(new Date('2026-11-24T15:00Z'), 3)
    expect(days.map(({ month, day }) => `${month}/${day}`)).toEqual(['11/25', '11/27', '11/30'])
    expect(addBusinessDays(new Date('2027-03-11T15:00Z'), 2).toISOString()).toBe(
      '2027-03-15T21:00:00.000Z',
    )
  })
})
