import { expect, it } from 'vitest'
import { addBusinessDays } from './business-days'

// Months count from 0: 10 is November. Nov 20, 2026 is a Friday.
it.each([
  ['from a Monday', 16, 19],
  ['over a weekend', 19, 24],
  ['from a Friday', 20, 25],
  ['from a Saturday', 21, 25],
  ['from a Sunday', 22, 25],
])('three business days %s', (_from, start, end) => {
  expect(addBusinessDays(new Date(2026, 10, start, 9, 41), 3)).toEqual(
    new Date(2026, 10, end, 9, 41),
  )
})
