import { setImmediate as readArrived, setTimeout as delay } from 'node:timers/promises'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { LimitStore } from '../db/limit-store'

const patienceMs = 1_000
/** So many keys of one limit are remembered; the oldest are evicted. */
const maxKeys = 10_000

interface Count {
  points: number
  msBeforeNext: number
}

/** What this process knows of a key. */
interface Known {
  /** What Postgres last said. */
  confirmed: number
  /** Sent to Postgres, without an answer so far. */
  pending: number
  /** Not counted by Postgres, and sent with the next statement. */
  unsent: number
  /** How far Postgres's answers were from what this process expected: what other processes counted. */
  elsewhere: number
  expiresAt: number
  /** The statement on its way, and the one that follows it. */
  sending: Promise<void>
  next: Promise<void> | null
}

/**
 * Points by key in a window of `duration` seconds, counted in Postgres for all processes. While Postgres is slow or
 * away, this process goes on from what Postgres last said, and hands over what it counted by then once Postgres
 * answers again: no key ever has a second allowance. One statement per key is on its way at a time, and takes along
 * all calls that came in the meantime: they are counted in the order in which they came, with an answer or without.
 */
export function createSharedCount(of: { name: string; duration: number; store: LimitStore }) {
  const { name, duration, store } = of
  const shared = new RateLimiterPostgres({
    keyPrefix: name,
    duration,
    points: Number.MAX_SAFE_INTEGER,
    storeClient: store,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
  })
  /** The oldest window first. */
  const known = new Map<string, Known>()
  const owing = new Set<string>()
  let isSettling = false

  function look(key: string): Known {
    const now = Date.now()
    const found = known.get(key)
    if (found && found.expiresAt > now) return found
    const made: Known = {
      confirmed: 0,
      pending: 0,
      unsent: 0,
      elsewhere: 0,
      expiresAt: now + duration * 1_000,
      sending: Promise.resolve(),
      next: null,
    }
    known.delete(key)
    known.set(key, made)
    for (const [oldest, { expiresAt }] of known) {
      if (expiresAt > now && known.size <= maxKeys) break
      known.delete(oldest)
      owing.delete(oldest)
    }
    return made
  }

  const locally = ({ confirmed, pending, unsent, expiresAt }: Known): Count => ({
    points: confirmed + pending + unsent,
    msBeforeNext: Math.max(0, expiresAt - Date.now()),
  })

  async function send(key: string, count: Known): Promise<void> {
    owing.delete(key)
    count.pending = count.unsent
    count.unsent = 0
    try {
      const { consumedPoints, msBeforeNext } = await shared.penalty(key, count.pending)
      count.elsewhere += consumedPoints - count.confirmed - count.pending
      count.confirmed = consumedPoints
      count.expiresAt = Date.now() + msBeforeNext
      void settle()
    } catch {
      count.unsent += count.pending
      owing.add(key)
    } finally {
      count.pending = 0
    }
  }

  function sendNext(key: string, count: Known): Promise<void> {
    count.next ??= count.sending.then(() => {
      count.next = null
      count.sending = send(key, count)
      return count.sending
    })
    return count.next
  }

  /** Adds points, or takes some away, and returns how many there are then. */
  async function change(key: string, by: number): Promise<Count> {
    const count = look(key)
    count.unsent += by
    const { points } = locally(count)
    const { elsewhere } = count
    await orHere(sendNext(key, count), undefined)
    return { ...locally(count), points: points + count.elsewhere - elsewhere }
  }

  async function orHere<Answer>(answer: Promise<Answer>, here: Answer): Promise<Answer> {
    const over = new AbortController()
    const giveUp = async () => {
      await delay(patienceMs, undefined, { signal: over.signal })
      // An answer that arrived while this process was busy is read first.
      await readArrived()
      if (!over.signal.aborted) store.reportSlow()
      return here
    }
    try {
      return await Promise.race([answer.catch(() => here), giveUp()])
    } finally {
      over.abort()
    }
  }

  /** Hands over what was counted here while Postgres did not answer. */
  async function settle(): Promise<void> {
    if (isSettling) return
    isSettling = true
    // What fails again is added again, and comes last.
    for (const key of Array.from(owing)) await change(key, 0)
    isSettling = false
  }

  return {
    change,
    /** Null when nothing is counted. */
    async get(key: string): Promise<Count | null> {
      const here = known.has(key) ? locally(look(key)) : null
      const answer = shared.get(key).then((found) => {
        const unsent = known.has(key) ? look(key).unsent : 0
        return found && { points: found.consumedPoints + unsent, msBeforeNext: found.msBeforeNext }
      })
      return orHere(answer, here)
    },
    async reset(key: string): Promise<void> {
      known.delete(key)
      owing.delete(key)
      await orHere(
        shared.delete(key).then(() => undefined),
        undefined,
      )
    },
  }
}
