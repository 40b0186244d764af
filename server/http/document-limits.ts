import type { RequestHandler } from 'express'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { tooManyRequests } from '../errors'
import { getLimitKey } from './client-address'

interface DocumentLimits {
  /** Under way at once. */
  perPerson: number
  perAddress: number
  total: number
  /** Sent within five minutes. */
  megabytesPerPerson: number
  megabytesPerAddress: number
}

/**
 * A browser asks for six things at once at most; a person has three documents of 10 MB, and the
 * administrator opens one after another. Thousands of phones share one carrier address.
 */
const documentLimits: DocumentLimits = {
  perPerson: 8,
  perAddress: 48,
  total: 200,
  megabytesPerPerson: 600,
  megabytesPerAddress: 3_000,
}

const windowSeconds = 5 * 60
/** What finding and opening a document costs, even when nothing of it is sent. */
const kilobytesPerCall = 100

/**
 * Bounds what a person and an address may read, in this process: the excess answers 429. From half of
 * all on, a person has one under way at most, so that a few who read slowly keep no one else out. Mounted
 * behind `requireUser`. `factor` multiplies the numbers.
 */
export function limitDocuments(
  factor: number,
  limits: DocumentLimits = documentLimits,
): RequestHandler {
  const { megabytesPerPerson, megabytesPerAddress, ...atOnce } = limits
  const scaled = (count: number) => Math.max(1, Math.round(count * factor))
  const underWay = new Map<string, number>()
  let inAll = 0
  const sentTo = {
    person: createByteCount(scaled(megabytesPerPerson * 1_000)),
    address: createByteCount(scaled(megabytesPerAddress * 1_000)),
  }

  function checkPlaces(person: string, address: string): void {
    const isHalfFull = inAll >= scaled(atOnce.total) / 2
    const ofPerson = isHalfFull ? 1 : scaled(atOnce.perPerson)
    const isFull =
      count(person) >= ofPerson ||
      count(address) >= scaled(atOnce.perAddress) ||
      inAll >= scaled(atOnce.total)
    if (isFull) throw tooManyRequests(2, 'documentsAtOnce')
  }

  const count = (key: string) => underWay.get(key) ?? 0

  function change(key: string, by: 1 | -1): void {
    if (count(key) + by > 0) underWay.set(key, count(key) + by)
    else underWay.delete(key)
  }

  return async (req, res, next) => {
    const person = `user:${req.user?.id}`
    const address = getLimitKey(req)
    await sentTo.person.check(person)
    await sentTo.address.check(address)
    const { socket } = req
    // Gone meanwhile: its 'close' is past, and would free nothing.
    if (socket.destroyed) return
    checkPlaces(person, address)

    for (const key of [person, address]) change(key, 1)
    inAll += 1
    const sentBefore = socket.bytesWritten
    res.once('close', () => {
      for (const key of [person, address]) change(key, -1)
      inAll -= 1
      const kilobytes = kilobytesPerCall + Math.round((socket.bytesWritten - sentBefore) / 1_000)
      void sentTo.person.add(person, kilobytes)
      void sentTo.address.add(address, kilobytes)
    })
    next()
  }
}

function createByteCount(kilobytes: number) {
  const limiter = new RateLimiterMemory({ points: kilobytes, duration: windowSeconds })
  return {
    async check(key: string): Promise<void> {
      const counted = await limiter.get(key)
      if (counted && counted.consumedPoints >= kilobytes) {
        throw tooManyRequests(Math.ceil(counted.msBeforeNext / 1_000), 'documentBytes')
      }
    },
    add: (key: string, sent: number) => limiter.penalty(key, sent),
  }
}
