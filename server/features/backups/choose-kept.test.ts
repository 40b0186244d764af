import { expect, it } from 'vitest'
import { chooseKept } from './choose-kept'

const at = (day: string, time = '03-00-00.000') => `${day}T${time}Z`
const everyDayOfTwoMonths = Array.from({ length: 61 }, (_, index) =>
  at(new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10)),
)

it('keeps the newest of each of the last days and weeks', () => {
  const kept = chooseKept(everyDayOfTwoMonths, { daily: 3, weekly: 4 })
  // Monday the 30th begins the last of the four weeks.
  expect([...kept].toSorted()).toEqual(
    ['2026-11-15', '2026-11-22', '2026-11-28', '2026-11-29', '2026-11-30'].map((day) => at(day)),
  )
})

it('keeps one of several on a day, and goes back beyond days without any', () => {
  const names = [
    at('2026-03-02'),
    at('2026-11-20', '03-00-00.000'),
    at('2026-11-20', '15-00-00.000'),
    at('2026-11-22'),
  ]
  expect(chooseKept(names, { daily: 2, weekly: 0 })).toEqual(
    new Set([at('2026-11-22'), at('2026-11-20', '15-00-00.000')]),
  )
  expect(chooseKept(names, { daily: 0, weekly: 2 })).toEqual(
    new Set([at('2026-11-22'), at('2026-03-02')]),
  )
})

it('always keeps the newest', () => {
  const names = [at('2026-11-20'), at('2026-11-22')]
  expect(chooseKept(names, { daily: 0, weekly: 0 })).toEqual(new Set([at('2026-11-22')]))
  expect(chooseKept([], { daily: 7, weekly: 4 })).toEqual(new Set())
})
