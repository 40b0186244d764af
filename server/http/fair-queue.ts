import { hungUp, tooManyRequests, unavailable } from '../errors'
import { getNetwork } from './client-address'

/** A network may run as much as so many of its addresses. */
const addressesPerNetwork = 4
const quotaMs = 5 * 60_000

/** The key of work that no client asked for. It has no quota. */
const portalItself = 'the portal itself'

interface FairQueueLimits {
  /** Named in the log when a call is refused, and after how many seconds it may come back. */
  name: string
  retryAfterSeconds: number
  /** Calls that run at the same time. */
  slots: number
  /** How many of the slots are for keys within their quota. */
  reservedSlots?: number
  /** Calls of one key that run at the same time, of so many that run in all. */
  runningPerKey?: (running: number) => number
  /** Without it, a call that gets no slot is refused. */
  waitingPerKey?: number
  waiting?: number
  /** A key with so many runs in five minutes, or a network with four times as many, is over its quota. */
  quota?: number
}

interface Call {
  /** An address, or a person. */
  key: string
  /** Aborted when the client disconnects; then a call that waits leaves. */
  hungUp?: AbortSignal
  /** Runs as soon as there is a slot, which it has to release; only the first of several releases counts. */
  begin(release: () => void): void
  /** The call was evicted (503), or its client has hung up (499). */
  refuse(error: Error): void
}

export type FairQueue = ReturnType<typeof createFairQueue>

/** `LIMITS` multiplies limits; at least one call is always allowed. */
export const scaleLimit = (count: number, factor: number) => Math.max(1, Math.round(count * factor))

/**
 * Bounds work that costs much, in this process, so that nobody slows down anybody else:
 *
 * 1. Keys take turns, each first come, first served, so that none starves.
 * 2. Reserved slots go to keys within their quota, those of the network with the fewest runs first: an attack
 *    from a few networks leaves them to everyone else.
 * 3. When too many wait, the network with the most calls is evicted from the line, keys over their quota first.
 */
export function createFairQueue(limits: FairQueueLimits) {
  const { slots, reservedSlots = 0, waitingPerKey = 0, quota = Infinity } = limits
  /** By key, in the order in which keys take turns. */
  const waiting = new Map<string, Call[]>()
  const running = new Set<{ key: string; isReserved: boolean }>()
  const recent = countRecentRuns()

  const isWithinQuota = (key: string) =>
    key === portalItself ||
    (recent.count(key) < quota && recent.count(getNetwork(key)) < quota * addressesPerNetwork)

  function mayRun({ key }: Call): boolean {
    const ofKey = [...running].filter((one) => one.key === key).length
    return ofKey < (limits.runningPerKey?.(running.size) ?? Infinity)
  }

  function isFree(isReserved: boolean): boolean {
    const taken = [...running].filter((one) => one.isReserved === isReserved).length
    return taken < (isReserved ? reservedSlots : slots - reservedSlots)
  }

  function add(call: Call): void {
    waiting.set(call.key, [...(waiting.get(call.key) ?? []), call])
  }

  function remove(call: Call): boolean {
    const ofKey = waiting.get(call.key) ?? []
    const others = ofKey.filter((other) => other !== call)
    if (others.length > 0) waiting.set(call.key, others)
    else waiting.delete(call.key)
    return others.length < ofKey.length
  }

  const runsNearby = ({ key }: Call) => recent.count(getNetwork(key))
  function choose(isReserved: boolean): Call | undefined {
    const next = [...waiting.values()].flatMap(([first]) => first ?? []).filter(mayRun)
    if (!isReserved) return next[0]
    return next
      .filter(({ key }) => isWithinQuota(key))
      .toSorted((one, other) => runsNearby(one) - runsNearby(other))[0]
  }

  function start(call: Call, isReserved: boolean): void {
    const { key } = call
    remove(call)
    // Its next turn comes after everyone else's.
    const others = waiting.get(key)
    waiting.delete(key)
    if (others) waiting.set(key, others)
    recent.add(key)
    const run = { key, isReserved }
    running.add(run)
    const release = () => {
      if (running.delete(run)) startNext()
    }
    call.begin(release)
  }

  /** Reserved slots first: keys over their quota can use only the others. */
  function startNext(): void {
    for (const isReserved of [true, false]) {
      const call = isFree(isReserved) ? choose(isReserved) : undefined
      if (call) start(call, isReserved)
    }
  }

  const countWaiting = () => [...waiting.values()].reduce((sum, calls) => sum + calls.length, 0)

  /** The call that has to leave so that a key's last call may wait; throws when it may not. */
  function findEvicted(key: string): Call | undefined {
    const { name, retryAfterSeconds } = limits
    if ((waiting.get(key)?.length ?? 0) > waitingPerKey)
      throw tooManyRequests(retryAfterSeconds, name)
    if (countWaiting() <= (limits.waiting ?? Infinity)) return undefined
    const evicted = waiting.get(findHeavier(key) ?? '')?.at(-1)
    if (!evicted) throw unavailable()
    return evicted
  }

  /**
   * The heaviest key that waits, if it is heavier than the newcomer. A key weighs as much as its whole network has
   * waiting; any key over its quota outweighs any other. Asked for every call of an attack, so keys are not compared
   * with each other one by one.
   */
  function findHeavier(newcomer: string): string | undefined {
    const ofNetwork = new Map<string, number>()
    for (const [key, calls] of waiting) {
      const network = getNetwork(key)
      ofNetwork.set(network, (ofNetwork.get(network) ?? 0) + calls.length)
    }
    const total = countWaiting()
    const weigh = (key: string) =>
      (ofNetwork.get(getNetwork(key)) ?? 0) + (isWithinQuota(key) ? 0 : total)

    const heaviest = [...waiting.keys()]
      .map((key) => ({ key, weight: weigh(key) }))
      .reduce((one, other) => (other.weight > one.weight ? other : one))
    return heaviest.weight > weigh(newcomer) ? heaviest.key : undefined
  }

  /** Runs the call now or later. Throws 429 when too many of its key wait or run, 503 when too many wait in all. */
  function enter(call: Call): void {
    if (call.hungUp?.aborted) throw hungUp()
    add(call)
    startNext()
    if (!waiting.get(call.key)?.includes(call)) return
    try {
      const evicted = findEvicted(call.key)
      if (evicted && remove(evicted)) evicted.refuse(unavailable())
    } catch (error) {
      remove(call)
      throw error
    }
    const leave = () => {
      if (remove(call)) call.refuse(hungUp())
    }
    call.hungUp?.addEventListener('abort', leave, { once: true })
  }

  return {
    enter,
    /** Does work in a slot, to its end even if the caller hangs up by then. Without a caller it is the portal's own. */
    run: <Result>(
      caller: Pick<Call, 'key' | 'hungUp'> | null,
      work: () => Promise<Result>,
    ): Promise<Result> =>
      new Promise((resolve, reject) => {
        const begin = (release: () => void) => void work().finally(release).then(resolve, reject)
        enter({ key: portalItself, ...caller, begin, refuse: reject })
      }),
    /** Throws what a call of the key would get if it had to wait. */
    checkRoom(key: string): void {
      const call = { key, begin: () => undefined, refuse: () => undefined }
      add(call)
      try {
        findEvicted(key)
      } finally {
        remove(call)
      }
    },
    isWithinQuota,
    countWaiting,
  }
}

/** Runs of the last five minutes by key and by network; none is ever given back. */
function countRecentRuns() {
  const counts = new Map<string, number>()
  const runs: { key: string; at: number }[] = []

  function change(key: string, by: 1 | -1): void {
    const changed = (counts.get(key) ?? 0) + by
    if (changed > 0) counts.set(key, changed)
    else counts.delete(key)
  }

  function forgetOld(): void {
    const before = performance.now() - quotaMs
    const kept = runs.findIndex(({ at }) => at >= before)
    for (const old of runs.splice(0, kept < 0 ? runs.length : kept)) change(old.key, -1)
  }

  return {
    add(address: string): void {
      forgetOld()
      for (const key of [address, getNetwork(address)]) {
        change(key, 1)
        runs.push({ key, at: performance.now() })
      }
    },
    count(key: string): number {
      forgetOld()
      return counts.get(key) ?? 0
    },
  }
}
