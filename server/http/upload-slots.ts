import type { RequestHandler } from 'express'
import { getLimitKey } from './client-address'
import { createFairQueue, scaleLimit } from './fair-queue'
import { limitConcurrency } from './limit-concurrency'

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
