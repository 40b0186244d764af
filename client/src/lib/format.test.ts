import { describe, expect, it } from 'vitest'
import { readDollars, writeDollars } from './dollars'
import { formatHours, formatPhone, formatWait, phoneAddress } from './format'

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
