import { createServer, type RequestListener, type Server } from 'node:http'
import { uploadLimit } from './body-limits'
import { lingerOnClose } from './lingering-close'
import { closeQueuedAnswers } from './queued-answers'

/** How long a client may take, in milliseconds. */
interface Timeouts {
  /** For the head of a request. */
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

/** A server that ends the connections of clients who keep it waiting. */
export function createHttpServer(app?: RequestListener, limits: Timeouts = timeouts): Server {
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
  lingerOnClose(server, lingering)
  closeQueuedAnswers(server)
  return server
}
