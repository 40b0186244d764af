import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

interface LingerLimits {
  /** Read of a body after its answer. */
  bytes: number
  milliseconds: number
  /** At the same time, in all; one more, and the oldest is cut off. */
  connections: number
}

/**
 * Reads and discards what is still coming of a body when its answer is out, and closes then: an
 * answer is lost when its connection is closed over unread bytes (RFC 9112, 9.6). Clients that don't
 * come to an end are cut off.
 */
export function lingerOnClose(server: Server, limits: LingerLimits): void {
  const lingering = new Set<Socket>()
  server.prependListener('request', (req, res) => {
    // Before Node's own listener, which would let any number of bytes in, or close immediately.
    res.prependOnceListener('finish', () => {
      if (!req.complete) linger(req, lingering, limits)
    })
  })
}

function linger(req: IncomingMessage, lingering: Set<Socket>, limits: LingerLimits): void {
  const { socket } = req
  const closeAtOnce = socket.destroySoon.bind(socket)
  let isLast = false
  // Node calls this after the last answer of a connection. This way the client learns that the answer
  // is whole, and can go on sending.
  socket.destroySoon = () => {
    isLast = true
    socket.end()
  }

  const [oldest] = lingering
  if (oldest && lingering.size >= limits.connections) oldest.destroy()
  lingering.add(socket)
  const timer = setTimeout(() => socket.destroy(), limits.milliseconds)
  let left = limits.bytes
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) socket.destroy()
  })
  req.resume()

  const stop = () => {
    clearTimeout(timer)
    lingering.delete(socket)
  }
  const onClose = () => {
    stop()
    // Node is done with the request once it is answered, but other code still waits for its end.
    req.destroy()
  }
  socket.once('close', onClose)
  req.once('end', () => {
    stop()
    socket.off('close', onClose)
    socket.destroySoon = closeAtOnce
    if (isLast) closeAtOnce()
  })
}
