import type { Request, RequestHandler } from 'express'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { unauthorized, tooManyRequests } from '../errors'
import { getLimitKey, getCaller } from './client-address'
import { createFairQueue, scaleLimit, type FairQueue } from './fair-queue'

export const getPersonKey = ({ user }: Request): string => `user:${user?.id}`

/** A call that waited longer may belong to a session that has ended since. */
const checkedForMs = 1_000

/** Lets a call run in a slot of the queue until its answer is out or its client is gone. */
export function limitConcurrency(
  queue: FairQueue,
  getKey: (req: Request) => string,
  /** Asked of a call that has waited for more than a second. */
  isStillLoggedIn: (req: Request) => Promise<boolean> = async () => true,
): RequestHandler {
  return (req, _res, next) => {
    const { socket } = req
    // Already disconnected; 'close' will not fire again.
    if (socket.destroyed) return
    const arrivedAt = performance.now()
    const checkAgain = async () => {
      const isIn = await isStillLoggedIn(req)
      if (!socket.destroyed) next(isIn ? undefined : unauthorized())
    }
    const { hungUp, closed } = getCaller(req)
    queue.enter({
      key: getKey(req),
      hungUp,
      begin(release) {
        void closed.then(release)
        // One of several calls on a broken connection, whose own 'close' is to come.
        if (socket.destroyed) return
        if (performance.now() - arrivedAt > checkedForMs) checkAgain().catch(next)
        else next()
      },
      refuse: next,
    })
  }
}

/**
 * Two of the administrator's calls that cost much run at the same time; addresses over their quota get only one of
 * the two slots. Mounted on /api/admin.
 */
export function limitCostlyCalls(input: {
  factor: number
  isStillLoggedIn: (req: Request) => Promise<boolean>
  waitingPerAddress?: number
  quota?: number
}): RequestHandler {
  const { factor, isStillLoggedIn, waitingPerAddress = 30, quota = 60 } = input
  const queue = createFairQueue({
    name: 'costlyCalls',
    retryAfterSeconds: 2,
    slots: 2,
    reservedSlots: 1,
    waitingPerKey: scaleLimit(waitingPerAddress, factor),
    quota: scaleLimit(quota, factor),
  })
  const limit = limitConcurrency(queue, getLimitKey, isStillLoggedIn)
  return (req, res, next) => {
    if (isCostly(req)) void limit(req, res, next)
    else next()
  }
}

/** Searches, the trail, bulk runs, which may search as well, and restores. Exports have a limit of their own. */
const isCostly = ({ method, path, query }: Request): boolean =>
  method === 'POST'
    ? path === '/bulk-runs' || path.endsWith('/restore')
    : path === '/audit-events' || (Boolean(query['search']) && !path.startsWith('/exports/'))

const uploadSlots = {
  perAddress: 6,
  total: 48,
  /** Kept for addresses within their quota. */
  reserved: 12,
  /** Uploads of an address within five minutes. */
  quota: 12,
}

/**
 * Bounds the uploads that this process receives at the same time; the excess answers 429. From half of all slots on,
 * an address has two at most, and those over their quota leave some slots to everyone else: uploads that trickle in
 * from a few networks keep no one out. `factor` multiplies the numbers.
 */
export function limitUploads(factor: number, limits = uploadSlots): RequestHandler {
  const total = scaleLimit(limits.total, factor)
  const perAddress = scaleLimit(limits.perAddress, factor)
  const queue = createFairQueue({
    name: 'uploadsAtOnce',
    retryAfterSeconds: 2,
    slots: total,
    reservedSlots: total - scaleLimit(limits.total - limits.reserved, factor),
    runningPerKey: (running) => (running >= total / 2 ? Math.min(2, perAddress) : perAddress),
    quota: scaleLimit(limits.quota, factor),
  })
  return limitConcurrency(queue, getLimitKey)
}

/**
 * A browser asks for six things at the same time at most; a person has three documents of 10 MB, and the
 * administrator opens one after another. Thousands of phones share one carrier address.
 */
const documentLimits = {
  perPerson: 8,
  perAddress: 24,
  /** Each holds a document of up to 10 MB in memory until it is sent. */
  total: 48,
  /** Sent within five minutes. */
  megabytesPerPerson: 600,
  megabytesPerAddress: 3_000,
}

const windowSeconds = 5 * 60
/** The cost of finding and opening a document, even when nothing of it is sent. */
const kilobytesPerCall = 100

/**
 * Bounds what a person and an address may download, in this process: the excess answers 429. From half of all
 * slots on, a person has one at most, so that a few who read slowly keep no one else out. Mounted behind
 * `requireUser`. `factor` multiplies the numbers.
 */
export function limitDocuments(factor: number, limits = documentLimits): RequestHandler[] {
  const shared = { name: 'documentsAtOnce', retryAfterSeconds: 2 }
  const total = scaleLimit(limits.total, factor)
  const ofPerson = scaleLimit(limits.perPerson, factor)
  const ofAddress = scaleLimit(limits.perAddress, factor)
  const persons = createFairQueue({
    ...shared,
    slots: total,
    runningPerKey: (running) => (running >= total / 2 ? 1 : ofPerson),
  })
  const addresses = createFairQueue({
    ...shared,
    slots: Infinity,
    runningPerKey: () => ofAddress,
  })
  return [
    limitBytes(getPersonKey, scaleLimit(limits.megabytesPerPerson * 1_000, factor)),
    limitBytes(getLimitKey, scaleLimit(limits.megabytesPerAddress * 1_000, factor)),
    limitConcurrency(persons, getPersonKey),
    limitConcurrency(addresses, getLimitKey),
  ]
}

function limitBytes(getKey: (req: Request) => string, kilobytes: number): RequestHandler {
  const limiter = new RateLimiterMemory({ points: kilobytes, duration: windowSeconds })
  return async (req, _res, next) => {
    const key = getKey(req)
    const counted = await limiter.get(key)
    if (counted && counted.consumedPoints >= kilobytes) {
      throw tooManyRequests(Math.ceil(counted.msBeforeNext / 1_000), 'documentBytes')
    }
    const { socket } = req
    // Already disconnected; 'close' will not fire again.
    if (socket.destroyed) return
    const sentBefore = socket.bytesWritten
    void getCaller(req).closed.then(() => {
      const sent = Math.round((socket.bytesWritten - sentBefore) / 1_000)
      return limiter.penalty(key, kilobytesPerCall + sent)
    })
    next()
  }
}
