import { expect, it } from 'vitest'
import { formatProgramDay, startOfProgramDay } from './program-days'

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

it.each(['', '2026-02-30', 'soon'])('%j is no day', (day) => {
  expect(startOfProgramDay(day)).toBeNull()
})
