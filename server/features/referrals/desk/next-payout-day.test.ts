import { expect, it } from 'vitest'
import { nextPayoutDay } from './next-payout-day'

it.each([
  ['monthly', '2026-11-14', '2026-11-15', '2026-11-01'],
  ['monthly', '2026-11-15', '2026-12-15', '2026-12-01'],
  ['monthly', '2026-12-31', '2027-01-15', '2027-01-01'],
  ['weekly', '2026-11-22', '2026-11-23', '2026-11-23'],
  ['weekly', '2026-11-23', '2026-11-30', '2026-11-30'],
  ['weekly', '2026-12-30', '2027-01-04', '2027-01-04'],
] as const)('paid %s, on %s the next payout is on %s', (schedule, today, day, before) => {
  expect(nextPayoutDay(schedule, today)).toEqual({ day, before })
})
