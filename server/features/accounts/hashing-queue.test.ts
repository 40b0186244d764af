import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHashingQueue } from './hashing-queue'

/** Work whose end the test decides. */
interface Held {
  name: string
  finish: () => void
}

let begun: Held[]
let queue: ReturnType<typeof createHashingQueue>
let ask: (name: string, address?: string, hungUp?: AbortSignal) => Promise<string>

const useQueue = (factor = 1) => {
  queue = createHashingQueue(factor)
  begun = []
  ask = (name, address = name, hungUp = new AbortController().signal) =>
    queue.run(
      { address, hungUp },
      () => new Promise((resolve) => begun.push({ name, finish: () => resolve(name) })),
    )
}
const names = () => begun.map(({ name }) => name)
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** The oldest that is under way comes to its end. */
async function finishNext(): Promise<void> {
  begun.shift()?.finish()
  await settled()
}

/** So many turns of an address, from first to last. */
async function useTurns(address: string, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    const done = ask('earlier', address)
    begun.pop()?.finish()
    await done
  }
  await settled()
}

/** Asked, and answered in any way. */
function askAll(count: number, askOne: (index: number) => Promise<string>) {
  return Array.from({ length: count }, (_, index) => {
    const asked = askOne(index)
    const outcome = { error: undefined as unknown }
    asked.catch((error: unknown) => (outcome.error = error))
    return outcome
  })
}

beforeEach(() => useQueue())
afterEach(() => vi.useRealTimers())

describe('turns', () => {
  it('go round by address, whoever asked most', async () => {
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1']) {
      void ask(name, `192.0.2.${name.charCodeAt(0)}`)
    }
    const order: string[] = []
    for (let turn = 0; turn < 8; turn += 1) {
      order.push(...names().slice(0, 1))
      await finishNext()
    }
    expect(order).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5'])
  })

  it('are two at once', async () => {
    void ask('192.0.2.1')
    void ask('198.51.100.1')
    void ask('203.0.113.1')
    expect(names()).toHaveLength(2)
    await finishNext()
    expect(names()).toEqual(['198.51.100.1', '203.0.113.1'])
  })

  it('go on after work that failed', async () => {
    const fail = () => queue.run(null, () => Promise.reject(new Error('failed')))
    const outcomes = await Promise.allSettled([fail(), fail(), fail()])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await queue.run(null, async () => 'done')).toBe('done')
  })
})

describe('an address that asks on and on', () => {
  it('may have ten waiting; the rest are told to come back, and others are taken', async () => {
    const outcomes = askAll(14, (index) => ask(`call ${index}`, '192.0.2.1'))
    await settled()
    const refused = outcomes.filter(({ error }) => error)
    expect(refused).toHaveLength(2)
    for (const { error } of refused) {
      expect(error).toMatchObject({ status: 429, options: { retryAfterSeconds: 5 } })
    }
    const other = ask('198.51.100.1')
    await finishNext()
    await finishNext()
    begun.find(({ name }) => name === '198.51.100.1')?.finish()
    expect(await other).toBe('198.51.100.1')
  })

  it.each([
    ['192.0.2.1', ['192.0.2.1']],
    ['192.0.2.99', ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5']],
    [
      '2001:db8:1:99::/64',
      ['2001:db8:1:1::/64', '2001:db8:1:2::/64', '2001:db8:1:3::/64', '2001:db8:1:4::/64'],
    ],
  ])('leaves one of two places to the others: %s after the turns of %j', async (busy, earlier) => {
    for (const address of earlier) await useTurns(address, 10)
    void ask('first', busy)
    void ask('second', busy)
    expect(names()).toEqual(['first'])
    void ask('someone else', '198.51.100.1')
    expect(names()).toEqual(['first', 'someone else'])
  })

  it('has both places again after five minutes', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    await useTurns('192.0.2.1', 10)
    void ask('first', '192.0.2.1')
    void ask('second', '192.0.2.1')
    expect(names()).toEqual(['first'])
    vi.advanceTimersByTime(5 * 60_000 + 1)
    void ask('third', '192.0.2.1')
    expect(names()).toEqual(['first', 'second'])
  })

  it('may do as much more as the limits are wider', async () => {
    useQueue(3)
    await useTurns('192.0.2.1', 29)
    const outcomes = askAll(33, (index) => ask(`call ${index}`, '192.0.2.1'))
    await settled()
    expect(names()).toEqual(['call 0', 'call 1'])
    expect(outcomes.filter(({ error }) => error)).toHaveLength(1)
  })
})

const addressIn = (index: number) => `198.51.${index}.1`

describe('a full queue', () => {
  it('takes a place of the busiest for whoever is calmer, and tells them to come back', async () => {
    void ask('held 1', '203.0.113.1')
    void ask('held 2', '203.0.113.2')
    const calm = askAll(30, (index) => ask(`calm ${index}`, addressIn(index)))
    const many = askAll(10, (index) => ask(`many ${index}`, '192.0.2.1'))
    const [newcomer] = askAll(1, () => ask('newcomer', '203.0.114.7'))
    await settled()
    expect(newcomer?.error).toBeUndefined()
    expect(calm.filter(({ error }) => error)).toEqual([])
    expect(many.map(({ error }) => error).filter(Boolean)).toHaveLength(1)
    expect(many.at(-1)?.error).toMatchObject({ status: 503, options: { retryAfterSeconds: 5 } })
  })

  it('takes a place of the network that has most, however many addresses it has', async () => {
    const attackers = askAll(42, (index) =>
      ask(`attacker ${index}`, `2001:db8:${index % 2}:${index}::/64`),
    )
    const [newcomer] = askAll(1, () => ask('newcomer', '192.0.2.1'))
    await settled()
    expect(newcomer?.error).toBeUndefined()
    expect(attackers.filter(({ error }) => error)).toHaveLength(1)
    await finishNext()
    await finishNext()
    expect(names()).toContain('newcomer')
  })

  it('of callers that are all as calm takes no one else', async () => {
    const waiting = askAll(42, (index) => ask(`calm ${index}`, addressIn(index)))
    await expect(ask('newcomer', '192.0.2.77')).rejects.toMatchObject({ status: 503 })
    expect(waiting.filter(({ error }) => error)).toEqual([])
  })

  it('tells a caller beforehand, and lets through anyone who would get a place', async () => {
    const waiting = askAll(42, (index) => ask(`many ${index}`, `2001:db8:0:${index}::/64`))
    const { signal: hungUp } = new AbortController()
    expect(() => queue.checkRoom({ address: '2001:db8:0:99::/64', hungUp })).toThrow(
      expect.objectContaining({ status: 503 }),
    )
    queue.checkRoom({ address: '192.0.2.77', hungUp })
    await settled()
    expect(waiting.filter(({ error }) => error)).toEqual([])
  })
})

describe('a caller who hangs up', () => {
  it('while waiting gives up the place, and nothing is done for them', async () => {
    void ask('held 1', '203.0.113.1')
    void ask('held 2', '203.0.113.2')
    const gone = new AbortController()
    const [left] = askAll(1, () => ask('left', '192.0.2.1', gone.signal))
    void ask('stayed', '192.0.2.1')
    gone.abort()
    await settled()
    expect(left?.error).toMatchObject({ status: 499 })
    await finishNext()
    await finishNext()
    expect(names()).toEqual(['stayed'])
  })

  it('before that never gets one', async () => {
    await expect(ask('gone', '192.0.2.1', AbortSignal.abort())).rejects.toMatchObject({
      status: 499,
    })
    expect(names()).toEqual([])
  })

  it('when the work has begun is worked for to the end', async () => {
    const gone = new AbortController()
    const asked = ask('begun', '192.0.2.1', gone.signal)
    gone.abort()
    await finishNext()
    expect(await asked).toBe('begun')
  })
})
