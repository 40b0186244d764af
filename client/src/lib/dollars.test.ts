import { expect, it } from 'vitest'
import { readDollars, writeDollars } from './dollars'

it.each([
  ['500', 50_000],
  ['$1,234.5', 123_450],
  [' 0.07 ', 7],
  ['-20', -2_000],
  ['-$1,000.00', -100_000],
  ['19.99', 1_999],
])('%j is %i cents', (typed, cents) => {
  expect(readDollars(typed)).toBe(cents)
})

it.each(['', 'a lot', '1.234', '1,23', '1e3', '--5', '.5', '9'.repeat(20)])(
  '%j is no amount',
  (typed) => {
    expect(readDollars(typed)).toBeNull()
  },
)

it('is written as it is typed', () => {
  expect([50_000, 7, -2_050].map(writeDollars)).toEqual(['500.00', '0.07', '-20.50'])
})
