import { expect, it } from 'vitest'
import { dayBefore, formatDay, startOfDay } from './days'

it('a day is the one of the viewer’s own zone', () => {
  expect(formatDay(new Date(2026, 10, 2, 23, 59))).toBe('2026-11-02')
  expect(startOfDay('2026-11-02')).toEqual(new Date(2026, 10, 2))
})

it('the day after ends a day, also where clocks change and years end', () => {
  expect(startOfDay('2026-11-01', 1)).toEqual(new Date(2026, 10, 2))
  expect(startOfDay('2026-12-31', 1)).toEqual(new Date(2027, 0, 1))
})

it('days ago are counted by the calendar', () => {
  expect(dayBefore(0, new Date(2026, 2, 1))).toBe('2026-03-01')
  expect(dayBefore(6, new Date(2026, 2, 1, 23))).toBe('2026-02-23')
})

it.each(['', 'yesterday', '2026-02-30', '2026-13-01', '2026-1-1', '2026-11-02T00:00'])(
  '%j is no day',
  (text) => expect(startOfDay(text)).toBeNull(),
)
