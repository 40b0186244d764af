import { describe, expect, it } from 'vitest'
import { isRunDue, lastPeriod } from './payout-periods'

const at = (time: string) => new Date(time)

describe('by the month', () => {
  it('a run pays the month before, in days of the program', () => {
    const october = { name: '2026-10', firstDay: '2026-10-01', lastDay: '2026-10-31' }
    expect(lastPeriod(at('2026-11-15T12:00:00Z'), 'monthly')).toEqual(october)
    // Still the 30th of November in New York.
    expect(lastPeriod(at('2026-12-01T04:59:00Z'), 'monthly')).toEqual(october)
    expect(lastPeriod(at('2026-12-01T05:00:00Z'), 'monthly').name).toBe('2026-11')
    expect(lastPeriod(at('2027-01-15T12:00:00Z'), 'monthly')).toEqual({
      name: '2026-12',
      firstDay: '2026-12-01',
      lastDay: '2026-12-31',
    })
    expect(lastPeriod(at('2028-03-20T12:00:00Z'), 'monthly').lastDay).toBe('2028-02-29')
  })

  it('it is due from the 15th on, so that a portal that was away on that day makes it later', () => {
    expect(isRunDue(at('2026-11-15T04:59:00Z'), 'monthly')).toBe(false)
    expect(isRunDue(at('2026-11-15T05:00:00Z'), 'monthly')).toBe(true)
    expect(isRunDue(at('2026-11-30T12:00:00Z'), 'monthly')).toBe(true)
  })

  it('days begin an hour earlier in summer, which begins a week before a 15th', () => {
    expect(isRunDue(at('2026-03-15T03:59:59Z'), 'monthly')).toBe(false)
    expect(isRunDue(at('2026-03-15T04:00:00Z'), 'monthly')).toBe(true)
    expect(lastPeriod(at('2026-04-01T03:59:59Z'), 'monthly').name).toBe('2026-02')
    expect(lastPeriod(at('2026-04-01T04:00:00Z'), 'monthly').name).toBe('2026-03')
  })
})

it.each([
  ['2026-10-26T12:00:00Z', '2026-W43', '2026-10-19', '2026-10-25'],
  // Still Sunday in New York.
  ['2026-10-26T03:00:00Z', '2026-W42', '2026-10-12', '2026-10-18'],
  ['2026-11-01T20:00:00Z', '2026-W43', '2026-10-19', '2026-10-25'],
  ['2027-01-04T12:00:00Z', '2026-W53', '2026-12-28', '2027-01-03'],
  ['2027-01-11T12:00:00Z', '2027-W01', '2027-01-04', '2027-01-10'],
])('by the week, a run at %s pays %s, %s to %s', (now, name, firstDay, lastDay) => {
  expect(lastPeriod(at(now), 'weekly')).toEqual({ name, firstDay, lastDay })
  expect(isRunDue(at(now), 'weekly')).toBe(true)
})
