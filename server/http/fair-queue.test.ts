import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createFairQueue } from './fair-queue'

type Limits = Partial<Parameters<typeof createFairQueue>[0]>

let queue: ReturnType<typeof createFairQueue>
/** Work whose end the test decides. */
let begun: { name: string; finish: () => void }[]

function useQueue(limits: Limits = {}): void {
  begun = []
  queue = createFairQueue({
    name: 'passwordsAtOnce',
    retryAfterSeconds: 5,
    slots: 2,
    reservedSlots: 1,
    waitingPerKey: 10,
    waiting: 40,
    quota: 10,
    ...limits,
  })
}

beforeEach(() => useQueue())

const ask = (name: string, key = name, hungUp = new AbortController().signal) =>
  queue.run(
    { key, hungUp },
    () => new Promise<string>((resolve) => begun.push({ name, finish: () => resolve(name) })),
  )
const names = () => begun.map(({ name }) => name)
const settled = () => new Promise((resolve) => setImmediate(resolve))

async function finish(name = names()[0]): Promise<void> {
  const at = begun.findIndex((one) => one.name === name)
  begun.splice(at, 1)[0]?.finish()
  await settled()
}

/** So many runs of a key, from first to last. */
async function use(key: string, count: number): Promise<void> {
  for (let run = 0; run < count; run += 1) {
    void ask('earlier', key)
    await finish('earlier')
  }
}

/** Asks, and collects the errors by the index of the call. */
function askAll(count: number, askOne: (index: number) => Promise<string>): Error[] {
  const errors: Error[] = []
  for (let index = 0; index < count; index += 1)
    askOne(index).catch((error: Error) => (errors[index] = error))
  return errors
}

describe('turns', () => {
  it('go round by key, no matter who asks most', async () => {
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1']) {
      void ask(name, `192.0.2.${name.charCodeAt(0)}`)
    }
    const order: unknown[] = []
    for (let turn = 0; turn < 8; turn += 1) {
      expect(begun.length).toBeLessThanOrEqual(2)
      order.push(names()[0])
      await finish()
    }
    expect(order).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5'])
  })

  it('go on after work that failed, and the portal’s own work has no quota', async () => {
    const fail = () => queue.run(null, () => Promise.reject(new Error('failed')))
    const outcomes = await Promise.allSettled([fail(), fail(), fail()])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    for (let run = 0; run < 10; run += 1) await queue.run(null, async () => undefined)
    void ask('a', '192.0.2.1')
    expect(await queue.run(null, async () => 'done')).toBe('done')
  })

  it('give a reserved slot to the network with the fewest runs', async () => {
    await use('192.0.2.1', 3)
    void ask('first', '203.0.113.1')
    void ask('second', '203.0.113.2')
    void ask('busier', '192.0.2.2')
    void ask('calmer', '198.51.100.1')
    await finish('first')
    expect(names()).toEqual(['second', 'calmer'])
  })
})

describe('a key that asks on and on', () => {
  it('may have ten waiting; the rest are told to come back, and others are taken', async () => {
    const errors = askAll(14, (index) => ask(`call ${index}`, '192.0.2.1'))
    await settled()
    expect(Object.keys(errors)).toEqual(['12', '13'])
    const refusal = { status: 429, options: { retryAfterSeconds: 5, check: 'passwordsAtOnce' } }
    expect(errors[12]).toMatchObject(refusal)
    expect(() => queue.checkRoom('192.0.2.1')).toThrow(expect.objectContaining({ status: 429 }))
    void ask('other', '198.51.100.1')
    await finish()
    await finish()
    expect(names()).toContain('other')
  })

  it.each([
    ['192.0.2.1', ['192.0.2.1']],
    ['192.0.2.99', ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4', '192.0.2.5']],
    [
      '2001:db8:1:99::/64',
      ['2001:db8:1:1::/64', '2001:db8:1:2::/64', '2001:db8:1:3::/64', '2001:db8:1:4::/64'],
    ],
  ])('gets no reserved slot: %s after the runs of %j', async (key, earlier) => {
    for (const one of earlier) await use(one, 10)
    void ask('first', key)
    void ask('second', key)
    expect(names()).toEqual(['first'])
    void ask('someone else', '198.51.100.1')
    expect(names()).toEqual(['first', 'someone else'])
  })

  it('is within its quota again after five minutes', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    await use('192.0.2.1', 10)
    expect(queue.isWithinQuota('192.0.2.1')).toBe(false)
    vi.advanceTimersByTime(5 * 60_000 + 1)
    expect(queue.isWithinQuota('192.0.2.1')).toBe(true)
  })
})

const addressIn = (index: number) => `198.51.${index}.1`

describe('a full line', () => {
  it('evicts the busiest for anyone who is calmer, and tells them to come back', async () => {
    void ask('held 1', '203.0.113.1')
    void ask('held 2', '203.0.113.2')
    const calm = askAll(30, (index) => ask(`calm ${index}`, addressIn(index)))
    const many = askAll(10, (index) => ask(`many ${index}`, '192.0.2.1'))
    const newcomer = askAll(1, () => ask('newcomer', '203.0.114.7'))
    await settled()
    expect([calm, newcomer]).toEqual([[], []])
    expect(Object.keys(many)).toEqual(['9'])
    expect(many[9]).toMatchObject({ status: 503, options: { retryAfterSeconds: 5 } })
    expect(queue.countWaiting()).toBe(40)
  })

  it('evicts the network that has most, however many addresses it has', async () => {
    const attackers = askAll(42, (index) =>
      ask(`attacker ${index}`, `2001:db8:${index % 2}:${index}::/64`),
    )
    const newcomer = askAll(1, () => ask('newcomer', '192.0.2.1'))
    await settled()
    expect(newcomer).toEqual([])
    expect(Object.keys(attackers)).toHaveLength(1)
    await finish()
    await finish()
    expect(names()).toContain('newcomer')
  })

  it('evicts a key over its quota before a network with more calls', async () => {
    await use('192.0.2.1', 10)
    void ask('held 1', '203.0.113.1')
    void ask('held 2', '203.0.113.2')
    const many = askAll(39, (index) => ask(`many ${index}`, `2001:db8:1:${index}::/64`))
    const busy = askAll(1, () => ask('busy', '192.0.2.1'))
    void ask('newcomer', '198.51.100.1')
    await settled()
    expect(many).toEqual([])
    expect(busy[0]).toMatchObject({ status: 503 })
  })

  it('of equals evicts none of them', async () => {
    const waiting = askAll(42, (index) => ask(`calm ${index}`, addressIn(index)))
    await expect(ask('newcomer', '192.0.2.77')).rejects.toMatchObject({ status: 503 })
    expect(waiting).toEqual([])
  })

  it('tells beforehand, and lets through anyone who would get a place', async () => {
    const waiting = askAll(42, (index) => ask(`many ${index}`, `2001:db8:0:${index}::/64`))
    const full = expect.objectContaining({ status: 503 })
    expect(() => queue.checkRoom('2001:db8:0:99::/64')).toThrow(full)
    queue.checkRoom('192.0.2.77')
    await settled()
    expect(waiting).toEqual([])
    expect(queue.countWaiting()).toBe(40)
  })
})

describe('a caller who hangs up', () => {
  it('while waiting leaves the queue, and no work is done for them', async () => {
    void ask('held 1', '203.0.113.1')
    void ask('held 2', '203.0.113.2')
    const gone = new AbortController()
    const left = askAll(1, () => ask('left', '192.0.2.1', gone.signal))
    void ask('stayed', '192.0.2.1')
    gone.abort()
    await settled()
    expect(left[0]).toMatchObject({ status: 499 })
    await finish()
    await finish()
    expect(names()).toEqual(['stayed'])
  })

  it('before that never gets a slot', async () => {
    await expect(ask('gone', '192.0.2.1', AbortSignal.abort())).rejects.toMatchObject({
      status: 499,
    })
    expect(names()).toEqual([])
  })

  it('when the work has begun is worked for to the end', async () => {
    const gone = new AbortController()
    const asked = ask('begun', '192.0.2.1', gone.signal)
    gone.abort()
    await finish()
    expect(await asked).toBe('begun')
  })

  it('frees a slot once, however often it is released', () => {
    const enter = (name: string) =>
      queue.enter({
        key: name,
        begin: (release) => void begun.push({ name, finish: release }),
        refuse: () => undefined,
      })
    for (const name of ['a', 'b', 'c', 'd']) enter(name)
    const [first] = begun
    first?.finish()
    first?.finish()
    expect(names()).toEqual(['a', 'b', 'c'])
  })
})

describe('a key', () => {
  it('runs as many calls as it may by how many run in all; without a line the excess is refused', async () => {
    const runningPerKey = vi.fn((running: number) => (running < 2 ? 2 : 1))
    useQueue({ slots: 4, reservedSlots: 0, waitingPerKey: 0, runningPerKey })
    const errors = askAll(7, (index) => ask(`${index}`, 'aaabbcd'[index]))
    await settled()
    expect(names()).toEqual(['0', '1', '3', '5'])
    expect(Object.keys(errors)).toEqual(['2', '4', '6'])
  })

  it('waits for its own calls, and no one else does', async () => {
    useQueue({ slots: Infinity, reservedSlots: 0, runningPerKey: () => 1 })
    for (const name of ['a1', 'a2', 'b1']) void ask(name, name.charAt(0))
    expect(names()).toEqual(['a1', 'b1'])
    await finish('a1')
    expect(names()).toEqual(['b1', 'a2'])
  })
})
