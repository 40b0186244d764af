import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { groups } from './all-cases'
import { startHostilePortals, type HostilePortals } from './hostile-portal'
import { withstand } from './withstand'

let portals: HostilePortals

beforeAll(async () => {
  portals = await startHostilePortals(inject('postgres'))
})
afterAll(() => portals.stop())

/** One case of each group; `npm run test:deep` has them all. */
const chosen = groups.flatMap(([group, [first]]) => (first ? [{ group, first }] : []))

it.each(chosen)('$group: $first.title', async ({ first }) => {
  expect(await withstand(portals, first, 'small')).toEqual([])
})
