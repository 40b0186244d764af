import type { Request, RequestHandler } from 'express'
import { unauthorized } from '../errors'
import { getCaller } from './caller'
import { getLimitKey } from './client-address'
import { createFairQueue, scaleLimit, type FairQueue } from './fair-queue'

/** The key of the person who is logged in. */
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
