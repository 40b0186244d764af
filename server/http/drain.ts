import type { Server } from 'node:http'

/**
 * Takes no more connections and lets the requests under way finish; after the given time what is left
 * is cut off.
 */
export function drain(server: Server, timeoutMs: number): Promise<void> {
  // Otherwise a client could keep calling over its open connection forever.
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'))
  server.keepAliveTimeout = 1
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => server.closeAllConnections(), timeoutMs)
    server.close(() => {
      clearTimeout(giveUp)
      resolve()
    })
    server.closeIdleConnections()
  })
}
