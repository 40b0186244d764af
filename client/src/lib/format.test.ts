import { describe, expect, it } from 'vitest'
import { readDollars, writeDollars } from './dollars'
import { formatHours, formatPhone, formatWait, phoneAddress } from './format'
import { addBusinessDays, formatBusinessDay } from '@shared/business-days'
import { dayBefore, formatProgramDay, startOfDay, startOfProgramDay, toIsoDay } from './days'

describe('a phone number', () => {
  it.each([
    '3035550100',
    '303.555.0100',
    '303 555 0100',
    '(303)555-0100',
    '1-303-555-0100',
    '+1 (303) 555-0100',
  ])('typed as %s is shown, and dialed, in one way', (typed) => {
    expect(formatPhone(typed)).toBe('(303) 555-0100')
    expect(phoneAddress(typed)).toBe('tel:+13035550100')
  })

  it.each([
    ['+44 20 7946 0958', 'tel:+442079460958'],
    ['+46 8 555 0122', 'tel:+4685550122'],
    ['303-555-0100 x12', 'tel:303555010012'],
  ])('of another kind stays as it was typed: %s', (typed, address) => {
    expect(formatPhone(typed)).toBe(typed)
    expect(phoneAddress(typed)).toBe(address)
  })
})

it.each([
  [-1, 'under 1 hour', 'under 1 hour'],
  [0.99, 'under 1 hour', 'under 1 hour'],
  [1, '1 hour', '1 h'],
  [23.9, '23 hours', '23 h'],
  [24, '24 hours', '1 d'],
  [28.5, '28 hours', '1 d 4 h'],
  [80, '3 days', '3 d 8 h'],
])('%s hours are %s, and %s where there is little room', (hours, words, short) => {
  expect(formatHours(hours)).toBe(words)
  expect(formatWait(hours)).toBe(short)
})

describe('an amount', () => {
  it.each([
    ['500', 50_000],
    ['$1,234.5', 123_450],
    [' 0.07 ', 7],
    ['-20', -2_000],
    ['-$1,000.00', -100_000],
    ['19.99', 1_999],
  ])('typed as %j is %i cents', (typed, cents) => {
    expect(readDollars(typed)).toBe(cents)
  })

  it.each(['', 'a lot', '1.234', '1,23', '1e3', '--5', '.5', '9'.repeat(20)])(
    'is not %j',
    (typed) => {
      expect(readDollars(typed)).toBeNull()
    },
  )

  it('is written as it is typed', () => {
    expect([50_000, 7, -2_050].map(writeDollars)).toEqual(['500.00', '0.07', '-20.50'])
  })
})

/** Three business days after a moment, as people read it. */
const threeAfter = (start: string) => formatBusinessDay(addBusinessDays(new Date(start), 3))

describe('days', () => {
  describe('three business days', () => {
    // Nov 2026: the 20th is a Friday, Thanksgiving the 26th. Eastern is UTC-5.
    it.each([
      ['from a Monday morning', '2026-11-16T14:00:00Z', 'Thu, Nov 19'],
      ['over a weekend', '2026-11-19T15:00:00Z', 'Tue, Nov 24'],
      ['from a Friday, 4:59 pm', '2026-11-20T21:59:59Z', 'Wed, Nov 25'],
      [
        'from a Friday, 5 pm: Monday’s, and over Thanksgiving',
        '2026-11-20T22:00:00Z',
        'Fri, Nov 27',
      ],
      ['from a Saturday', '2026-11-21T17:00:00Z', 'Fri, Nov 27'],
      ['from a Sunday night', '2026-11-23T04:30:00Z', 'Fri, Nov 27'],
      ['from a Monday before 9 am', '2026-11-23T10:00:00Z', 'Fri, Nov 27'],
      ['from Thanksgiving itself', '2026-11-26T17:00:00Z', 'Wed, Dec 2'],
    ])('%s', (_from, start, end) => {
      expect(threeAfter(start)).toBe(end)
    })

    it.each([
      ['Dec 24, 2026, a Thursday', '2026-12-24T15:00:00Z', 'Wed, Dec 30'],
      ['Christmas, a Friday', '2026-12-25T15:00:00Z', 'Thu, Dec 31'],
      ['Dec 26, a Saturday', '2026-12-26T15:00:00Z', 'Thu, Dec 31'],
      ['Dec 30: over New Year’s Day', '2026-12-30T15:00:00Z', 'Tue, Jan 5'],
      [
        'Dec 23, 2027: Christmas on a Saturday is observed on Friday',
        '2027-12-23T15:00:00Z',
        'Wed, Dec 29',
      ],
      ['Dec 29, 2027: New Year’s Day too, on Dec 31', '2027-12-29T15:00:00Z', 'Tue, Jan 4'],
      [
        'Dec 22, 2022: Christmas on a Sunday is observed on Monday',
        '2022-12-22T15:00:00Z',
        'Wed, Dec 28',
      ],
    ])('around Christmas: from %s', (_from, start, end) => {
      expect(threeAfter(start)).toBe(end)
    })

    it.each([
      ['Juneteenth on a Friday', '2026-06-17T14:00:00Z', 'Tue, Jun 23'],
      ['Juneteenth on a Saturday, observed on Friday', '2027-06-16T14:00:00Z', 'Tue, Jun 22'],
      ['Juneteenth on a Sunday, observed on Monday', '2033-06-16T14:00:00Z', 'Wed, Jun 22'],
      ['Independence Day on a Saturday', '2026-07-01T14:00:00Z', 'Tue, Jul 7'],
      ['Veterans Day', '2026-11-09T15:00:00Z', 'Fri, Nov 13'],
      ['Martin Luther King Jr. Day', '2027-01-14T15:00:00Z', 'Wed, Jan 20'],
      ['Washington’s Birthday', '2027-02-11T15:00:00Z', 'Wed, Feb 17'],
      ['Memorial Day, the last Monday', '2026-05-21T14:00:00Z', 'Wed, May 27'],
      ['the fourth of five Mondays in May', '2027-05-20T14:00:00Z', 'Tue, May 25'],
      ['Labor Day', '2026-09-03T14:00:00Z', 'Wed, Sep 9'],
      ['Columbus Day', '2026-10-08T14:00:00Z', 'Wed, Oct 14'],
    ])('over %s', (_over, start, end) => {
      expect(threeAfter(start)).toBe(end)
    })
  })

  describe('the last of three business days', () => {
    it('ends at 5 pm Eastern, in winter and in summer', () => {
      expect(addBusinessDays(new Date('2026-11-16T14:00:00Z'), 3)).toEqual(
        new Date('2026-11-19T22:00:00Z'),
      )
      expect(addBusinessDays(new Date('2026-06-01T14:00:00Z'), 3)).toEqual(
        new Date('2026-06-04T21:00:00Z'),
      )
    })

    it.each([
      ['spring, on Mar 14, 2027', '2027-03-11T15:00:00Z', '2027-03-16T21:00:00Z'],
      ['fall, on Nov 1, 2026', '2026-10-29T14:00:00Z', '2026-11-03T22:00:00Z'],
    ])('when the clocks change in %s', (_when, start, end) => {
      expect(addBusinessDays(new Date(start), 3)).toEqual(new Date(end))
    })

    it.each([
      ['4:59 pm in summer', '2026-06-05T20:59:00Z', 'Wed, Jun 10'],
      ['5 pm in summer', '2026-06-05T21:00:00Z', 'Thu, Jun 11'],
    ])('is counted from the Friday’s hours: %s', (_when, start, end) => {
      expect(threeAfter(start)).toBe(end)
    })
  })

  describe('a day of the viewer', () => {
    it('is the one of the viewer’s own zone', () => {
      expect(toIsoDay(new Date(2026, 10, 2, 23, 59))).toBe('2026-11-02')
      expect(startOfDay('2026-11-02')).toEqual(new Date(2026, 10, 2))
    })

    it('is ended by the next one, also where clocks change and years end', () => {
      expect(startOfDay('2026-11-01', 1)).toEqual(new Date(2026, 10, 2))
      expect(startOfDay('2026-12-31', 1)).toEqual(new Date(2027, 0, 1))
    })

    it('some days ago is counted by the calendar', () => {
      expect(dayBefore(0, new Date(2026, 2, 1))).toBe('2026-03-01')
      expect(dayBefore(6, new Date(2026, 2, 1, 23))).toBe('2026-02-23')
    })

    it.each(['', 'yesterday', '2026-02-30', '2026-13-01', '2026-1-1', '2026-11-02T00:00'])(
      'is not %j',
      (text) => expect(startOfDay(text)).toBeNull(),
    )
  })

  describe('a day of the program', () => {
    it.each([
      ['2026-12-01', '2026-12-01T05:00:00.000Z'],
      ['2026-07-01', '2026-07-01T04:00:00.000Z'],
      // Clocks change during these days.
      ['2026-03-08', '2026-03-08T05:00:00.000Z'],
      ['2026-11-01', '2026-11-01T04:00:00.000Z'],
    ])('%s begins at %s', (day, start) => {
      expect(startOfProgramDay(day)?.toISOString()).toBe(start)
      expect(formatProgramDay(start)).toContain(day.slice(0, 4))
    })

    it.each(['', '2026-02-30', 'soon'])('is not %j', (day) => {
      expect(startOfProgramDay(day)).toBeNull()
    })
  })
})
