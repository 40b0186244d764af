import { createServer, type RequestListener, type Server } from 'node:http'

/** How long a client may take, in milliseconds. */
interface Patience {
  /** For the head of a request. */
  headersMs: number
  /** For all of a request: 10 MB over a weak phone link take minutes. */
  requestMs: number
  /** Without a byte in either direction, while a request or its answer is under way. */
  silenceMs: number
  /** Between two requests of a connection. */
  keepAliveMs: number
}

const patience: Patience = {
  headersMs: 15_000,
  requestMs: 15 * 60_000,
  silenceMs: 30_000,
  keepAliveMs: 5_000,
}

/** A server that ends the connections of clients who keep it waiting. */
export function createHttpServer(app?: RequestListener, limits: Patience = patience): Server {
  const { headersMs, requestMs, silenceMs, keepAliveMs } = limits
  const server = createServer(
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
  return server
}
