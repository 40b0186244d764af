import type { RequestHandler } from 'express'

/**
 * Ends requests whose body trickles in: fewer bytes than this in a window. A weak phone link gets
 * through; a client that holds connections open does not. Silence is ended earlier, by the server's
 * own timeout.
 */
export function endSlowRequests(options: {
  windowMs: number
  minBytesPerWindow: number
}): RequestHandler {
  const { windowMs, minBytesPerWindow } = options
  return (req, _res, next) => {
    if (req.complete) {
      next()
      return
    }
    const { socket } = req
    let seen = socket.bytesRead
    const timer = setInterval(() => {
      // It has all arrived, though no one may have read it: what takes long is the answer.
      if (req.complete) clearInterval(timer)
      else if (socket.bytesRead - seen < minBytesPerWindow) socket.destroy()
      seen = socket.bytesRead
    }, windowMs)
    req.once('end', () => clearInterval(timer))
    req.once('close', () => clearInterval(timer))
    next()
  }
}
