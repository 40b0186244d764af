import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { play } from './fair'
import { registrations, trickledUploads, validLogins } from './fair/attacks'
import { gatherCrowd, newAddress, type Crowd } from './fair/crowd'
import { findUnfair } from './fair/table'
import { trickleUpload } from './fair/trickle'

let crowd: Crowd

beforeAll(async () => {
  crowd = await gatherCrowd()
})
afterAll(() => crowd.stop())

/** An order of magnitude: other tests run on the same machine. */
const mostTimes = 10
const seconds = 4

describe('another person feels little, and is refused nothing, during', () => {
  it.each([registrations, validLogins, trickledUploads])('$name', async (attack) => {
    const { quiet, rounds } = await play(crowd, [attack], seconds, () => undefined)
    expect(rounds.flatMap((round) => findUnfair(quiet, round, mostTimes))).toEqual([])
    expect(Math.min(...rounds.map(({ felt }) => felt.times.login.length))).toBeGreaterThan(0)
  })
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
