import type { Request } from 'express'
import { getLimitKey } from './client-address'

/** Who waits for an answer. */
export interface Caller {
  /** What limits count: an IPv6 subscriber's whole network. */
  address: string
  /** Aborted when they hang up before they have it. */
  hungUp: AbortSignal
}

export function getCaller(req: Request): Caller {
  const gone = new AbortController()
  const { res, socket } = req
  if (socket.destroyed) gone.abort()
  res?.once('close', () => {
    if (!res.writableFinished) gone.abort()
  })
  return { address: getLimitKey(req), hungUp: gone.signal }
}
