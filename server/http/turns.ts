import type { Request, RequestHandler } from 'express'
import { tooManyRequests, unauthorized } from '../errors'
import { getLimitKey } from './client-address'
import { countRecentCalls } from './recent-calls'

interface TurnLimits {
  waitingPerAddress: number
  /** An address with this many turns in five minutes is no longer calm. */
  calmTurns: number
}

const turnLimits: TurnLimits = { waitingPerAddress: 30, calmTurns: 60 }

/** One call at a time runs in each. */
interface Lane {
  isFree: boolean
  mayTake: (address: string) => boolean
}

type Begin = (lane: Lane) => void

/**
 * Lets only two of the calls that cost much run at once, in this process. The others wait, and addresses
 * take turns; one of the two places is for calm addresses, so an address that keeps asking leaves a core for
 * everyone else. More than may wait of one address answer 429. Whoever has waited answers 401 unless they are
 * still logged in. `factor` multiplies how many calls may wait and how many turns count as calm. Mounted on /api/admin.
 */
export function takeTurns(input: {
  factor: number
  isStillLoggedIn: (req: Request) => Promise<boolean>
  limits?: TurnLimits
}): RequestHandler {
  const { factor, isStillLoggedIn, limits = turnLimits } = input
  /** By address, in the order of their turns. */
  const waiting = new Map<string, Begin[]>()
  const turns = countRecentCalls(limits.calmTurns * factor)
  // The calm lane first: busy addresses can use only the other.
  const lanes: Lane[] = [
    { isFree: true, mayTake: (address) => turns.isCalm(address) },
    { isFree: true, mayTake: () => true },
  ]

  function enter(address: string, begin: Begin): void {
    const others = waiting.get(address) ?? []
    if (others.length >= limits.waitingPerAddress * factor) throw tooManyRequests(2, 'costlyCalls')
    waiting.set(address, [...others, begin])
  }

  function leave(address: string, begin: Begin): void {
    const others = waiting.get(address)?.filter((other) => other !== begin) ?? []
    if (others.length > 0) waiting.set(address, others)
    else waiting.delete(address)
  }

  function beginNext(lane: Lane): void {
    const address = lane.isFree ? [...waiting.keys()].find(lane.mayTake) : undefined
    if (address === undefined) return
    const [begin, ...others] = waiting.get(address) ?? []
    // Its next turn comes after everyone else's.
    waiting.delete(address)
    if (others.length > 0) waiting.set(address, others)
    begin?.(lane)
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
    let lane: Lane | undefined
    let hasWaited = false
    const begin = (free: Lane) => {
      // Its own 'close' is to come, and lets the next one begin.
      if (socket.destroyed) return
      lane = free
      lane.isFree = false
      turns.add(address)
      if (hasWaited) void checkAgain().catch(next)
      else next()
    }
    const checkAgain = async () => {
      const isIn = await isStillLoggedIn(req)
      // Gone meanwhile: the lane is someone else's by now.
      if (!socket.destroyed) next(isIn ? undefined : unauthorized())
    }
    const free = () => {
      if (lane) lane.isFree = true
      else leave(address, begin)
      lanes.forEach(beginNext)
    }
    enter(address, begin)
    res.once('close', free)
    lanes.forEach(beginNext)
    hasWaited = lane === undefined
  }
}

/** Searches, the trail, bulk runs, which may search as well, and restores. Exports have a limit of their own. */
const isCostly = ({ method, path, query }: Request): boolean =>
  method === 'POST'
    ? path === '/bulk-runs' || path.endsWith('/restore')
    : path === '/audit-events' || (Boolean(query['search']) && !path.startsWith('/exports/'))
