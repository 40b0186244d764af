import type { Request, RequestHandler } from 'express'
import { tooManyRequests, unauthorized } from '../errors'
import { getLimitKey } from './client-address'

interface TurnLimits {
  /** Under way at once, whoever asks. */
  atOnce: number
  waitingPerAddress: number
}

const turnLimits: TurnLimits = { atOnce: 2, waitingPerAddress: 30 }

/**
 * Lets only a few of the calls that cost much run at once, in this process. The others wait, and addresses
 * take turns; more than may wait of one address answer 429. Whoever has waited answers 401 unless they are
 * still logged in. `factor` multiplies how many may wait. Mounted on /api/admin.
 */
export function takeTurns(input: {
  factor: number
  isStillLoggedIn: (req: Request) => Promise<boolean>
  limits?: TurnLimits
}): RequestHandler {
  const { factor, isStillLoggedIn, limits = turnLimits } = input
  /** By address, in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>()
  let underWay = 0

  function enter(address: string, begin: () => void): void {
    const others = waiting.get(address) ?? []
    if (others.length >= limits.waitingPerAddress * factor) throw tooManyRequests(2, 'costlyCalls')
    waiting.set(address, [...others, begin])
  }

  function leave(address: string, begin: () => void): void {
    const others = waiting.get(address)?.filter((other) => other !== begin) ?? []
    if (others.length > 0) waiting.set(address, others)
    else waiting.delete(address)
  }

  function beginNext(): void {
    const [first] = waiting
    const [address, [begin] = []] = first ?? []
    if (address === undefined || !begin || underWay >= limits.atOnce) return
    const others = waiting.get(address)?.slice(1) ?? []
    // Its next turn comes after everyone else's.
    waiting.delete(address)
    if (others.length > 0) waiting.set(address, others)
    begin()
  }

  return (req, res, next) => {
    if (!isCostly(req)) {
      next()
      return
    }
    // Gone while its session was looked up: its 'close' is past, and would free nothing.
    if (req.socket.destroyed) return
    const address = getLimitKey(req)
    const { socket } = req
    let hasBegun = false
    let hasWaited = false
    const begin = () => {
      // Its own 'close' is to come, and lets the next one begin.
      if (socket.destroyed) return
      hasBegun = true
      underWay += 1
      if (!hasWaited) next()
      else
        isStillLoggedIn(req)
          .then((isIn) => (isIn ? next() : next(unauthorized())))
          .catch(next)
    }
    const free = () => {
      if (hasBegun) underWay -= 1
      else leave(address, begin)
      beginNext()
    }
    enter(address, begin)
    res.once('close', free)
    beginNext()
    hasWaited = !hasBegun
  }
}

/** Searches, the trail, bulk runs, which may search as well, and restores. Exports have a limit of their own. */
const isCostly = ({ method, path, query }: Request): boolean =>
  method === 'POST'
    ? path === '/bulk-runs' || path.endsWith('/restore')
    : path === '/audit-events' || (Boolean(query['search']) && !path.startsWith('/exports/'))
