import { expect, it } from 'vitest'
import { purgeTime } from './purge-time'

it.each([
  ['before the day’s run', '2026-11-23T03:00:00.000Z', '2026-12-23T04:40:00.000Z'],
  ['at the very moment of it', '2026-11-23T04:40:00.000Z', '2026-12-23T04:40:00.000Z'],
  ['after it', '2026-11-23T04:40:00.001Z', '2026-12-24T04:40:00.000Z'],
  ['over the new year', '2026-12-31T23:59:59.000Z', '2027-01-31T04:40:00.000Z'],
])('a login is deleted by the first run after 30 days: decided %s', (_when, decided, deleted) => {
  expect(purgeTime(new Date(decided), 30)).toEqual(new Date(deleted))
})
