import type { Request } from 'express'
import { getLimitKey } from './client-address'

/** The client that waits for an answer. */
export interface Caller {
  /** The key that limits count by: an IPv6 subscriber's whole network. */
  address: string
  /** Aborted when the client disconnects before it has the answer. */
  hungUp: AbortSignal
}

/** With the end of the request: the answer is out, or the client has disconnected. */
type CallerOfRequest = Caller & { closed: Promise<void> }

const callers = new WeakMap<Request, CallerOfRequest>()

/** One per request: several limits watch its end, and Node warns of more than ten listeners. */
export function getCaller(req: Request): CallerOfRequest {
  const known = callers.get(req)
  if (known) return known
  const gone = new AbortController()
  const { res, socket } = req
  if (socket.destroyed) gone.abort()
  const closed = new Promise<void>((resolve) => {
    res?.once('close', () => {
      if (!res.writableFinished) gone.abort()
      resolve()
    })
  })
  const caller = { address: getLimitKey(req), hungUp: gone.signal, closed }
  callers.set(req, caller)
  return caller
}
