import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { play } from './fair'
import { registrations, trickledUploads, validLogins } from './fair/attacks'
import { gatherCrowd, newAddress, type Crowd } from './fair/crowd'
import { ownCopies, statements } from './fair/made-files'
import { trickleUpload } from './fair/trickle'

let crowd: Crowd

beforeAll(async () => {
  crowd = await gatherCrowd()
})
afterAll(() => crowd.stop())

const seconds = 4
/** Other tests run on the same machine; without turns and places it was more, or a refusal. */
const longestMs = 15_000

describe('another person is refused nothing, and never waits long, during', () => {
  it.each([registrations, validLogins, trickledUploads, statements, ownCopies])(
    '$name',
    async (attack) => {
      const { rounds } = await play(crowd, [attack], seconds, () => undefined)
      const felt = rounds.map((round) => round.felt)
      expect(felt.flatMap(({ refused }) => refused)).toEqual([])
      const times = felt.flatMap((each) => Object.values(each.times))
      expect(times.map((each) => each.length)).not.toContain(0)
      expect(Math.max(...times.flat())).toBeLessThan(longestMs)
    },
  )
})

describe('an upload over a weak line', () => {
  const weak = { bytesPerSecond: 50_000, bytes: 300_000, over: new AbortController().signal }

  it('gets through an idle portal', async () => {
    expect(await trickleUpload(crowd, { ...weak, address: newAddress() })).toBe(201)
  })

  it('gets through while others trickle in and take every place they can get', async () => {
    const over = new AbortController()
    const attacking = trickledUploads.run(crowd, over.signal)
    expect(await trickleUpload(crowd, { ...weak, address: newAddress() })).toBe(201)
    over.abort()
    await attacking
  })
})
