import { IncomingMessage, Server, ServerResponse, type RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { uploadLimit } from './body-limits'
import { lingerOnClose } from './lingering-close'

/** How long a client may take, in milliseconds. */
interface Timeouts {
  headersMs: number
  /** For all of a request: 10 MB over a weak phone link take minutes. */
  requestMs: number
  /** How long no byte may pass in either direction while a request or its answer is under way. */
  silenceMs: number
  /** Between two requests of a connection. */
  keepAliveMs: number
}

const timeouts: Timeouts = {
  headersMs: 15_000,
  requestMs: 15 * 60_000,
  silenceMs: 30_000,
  keepAliveMs: 5_000,
}

/** Browsers read an answer when they have sent everything: twice the largest upload is 20 MB. */
const lingering = { bytes: 2 * uploadLimit.bytes, milliseconds: 5 * 60_000, connections: 100 }

/** Browsers and proxies send none; a client that sends more fills memory. */
const maxPipelined = 100

interface Pipeline {
  /** The answer to the newest request. */
  last: ServerResponse
  waiting: number
}

/**
 * Serves pipelined requests one after the other. Node hands all of them over, but tells only the answer that is
 * being sent when the connection breaks: the others would never end, nor give back what they hold.
 */
class OrderedServer extends Server {
  private readonly pipelines = new WeakMap<Socket, Pipeline>()

  override emit(event: string, ...values: unknown[]): boolean {
    const [req, res] = values
    const isRequest = req instanceof IncomingMessage && res instanceof ServerResponse
    if (event !== 'request' || !isRequest) return super.emit(event, ...values)
    const { socket } = req
    const pipeline = this.pipelines.get(socket)
    if (!pipeline || (pipeline.waiting === 0 && pipeline.last.writableFinished)) {
      this.pipelines.set(socket, { last: res, waiting: 0 })
      return super.emit(event, req, res)
    }
    if (pipeline.waiting === maxPipelined) {
      socket.destroy()
      return true
    }
    pipeline.waiting += 1
    pipeline.last.once('close', () => {
      pipeline.waiting -= 1
      if (!socket.destroyed) super.emit(event, req, res)
    })
    pipeline.last = res
    return true
  }
}

/** A server that ends the connections of clients who keep it waiting. */
export function createHttpServer(app?: RequestListener, limits: Timeouts = timeouts): Server {
  const { headersMs, requestMs, silenceMs, keepAliveMs } = limits
  const server = new OrderedServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      keepAliveTimeout: keepAliveMs,
      // By default Node looks every half minute only, and 15 seconds become 45.
      connectionsCheckingInterval: headersMs / 5,
    },
    app,
  )
  server.setTimeout(silenceMs)
  lingerOnClose(server, lingering)
  return server
}

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

/** Node's code for a connection that ended within a request: people reload and lose their network. */
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
