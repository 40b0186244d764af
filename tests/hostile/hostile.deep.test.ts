import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { groups } from './all-cases'
import { startHostilePortals, type HostilePortals } from './hostile-portal'
import { spareMemoryBytes, withstand } from './withstand'

let portals: HostilePortals

beforeAll(async () => {
  portals = await startHostilePortals(inject('postgres'))
})
afterAll(() => portals.stop())

describe.each(groups)('%s', (_name, cases) => {
  it.each(cases.map((one) => [one.id, one.title, one] as const))(
    '%s: %s',
    async (_id, _title, one) => {
      expect(await withstand(portals, one, 'small')).toEqual([])
    },
  )
})

describe('the corpus', () => {
  it('names every case once', () => {
    const ids = groups.flatMap(([, cases]) => cases.map(({ id }) => id))
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  it('has left both portals as small as they were', async () => {
    for (const portal of [portals.wide, portals.strict]) {
      expect(await portal.memoryBytes()).toBeLessThan(
        portal.baseline.memoryBytes + spareMemoryBytes,
      )
    }
  })
})
