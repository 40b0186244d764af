import { expect, it } from 'vitest'
import { shareConnections } from './share-connections'

it.each([
  [12, { main: 4, jobs: 4, limits: 2, searches: 2 }],
  [24, { main: 12, jobs: 4, limits: 4, searches: 4 }],
  [100, { main: 75, jobs: 4, limits: 4, searches: 17 }],
])('%i connections are shared by the pools of a process', (inAll, shares) => {
  expect(shareConnections(inAll)).toEqual(shares)
  expect(Object.values(shares).reduce((sum, share) => sum + share)).toBe(inAll)
})
