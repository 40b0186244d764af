import type { Server } from 'node:http'
import type { Logger } from 'pino'

/** What Node's parser calls a connection that ended within a request: people reload and lose their network. */
const leftEarly = 'HPE_INVALID_EOF_STATE'

/** Logs what Node refuses by itself because it is no request: requests smuggled into others, heads without end. */
export function logBrokenRequests(server: Server, logger: Logger): void {
  server.on('connection', (socket) => {
    // A closed socket has none any more.
    const address = socket.remoteAddress
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => {
      if (!code.startsWith('HPE_') || code === leftEarly) return
      const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
      logger.info({ status, check: 'HTTP', reason: code, address }, 'request refused')
    })
  })
}
