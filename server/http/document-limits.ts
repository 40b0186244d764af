import type { Request, RequestHandler } from 'express'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { tooManyRequests } from '../errors'
import { getCaller } from './caller'
import { getLimitKey } from './client-address'
import { createFairQueue, scaleLimit } from './fair-queue'
import { getPersonKey, limitConcurrency } from './limit-concurrency'

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
