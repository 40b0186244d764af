import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { play } from './fair'
import { registrations, trickledUploads, validLogins, webhookCallers } from './fair/attacks'
import { gatherCrowd, newAddress, type Crowd } from './fair/crowd'
import { ownCopies, statements } from './fair/made-files'
import { findUnfair } from './fair/table'
import { trickleUpload } from './fair/trickle'

let crowd: Crowd

beforeAll(async () => {
  crowd = await gatherCrowd()
})
afterAll(() => crowd.stop())

const seconds = 4
/** Other tests run on the same machine. Without turns, a login waits for half of 48 others. */
const bearable = { share: 0.5, times: 10, unfeltMs: 2_000 }

describe('another person is refused nothing, and never waits long, during', () => {
  it.each([...webhookCallers, registrations, validLogins, trickledUploads, statements, ownCopies])(
    '$name',
    async (attack) => {
      const { quiet, rounds } = await play(crowd, [attack], seconds, () => undefined)
      expect(rounds.flatMap((round) => findUnfair(quiet, round, bearable))).toEqual([])
      const times = [quiet, ...rounds.map(({ felt }) => felt)].flatMap((felt) =>
        Object.values(felt.times),
      )
      expect(times.map((each) => each.length)).not.toContain(0)
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
