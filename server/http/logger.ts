import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pino, type DestinationStream, type Logger } from 'pino'
import { pinoHttp } from 'pino-http'
import type { Env } from '../env'
import { standardOutput } from './log-output'
import { redactAddress, redactLine } from './redact'

/** JSON lines, on standard output unless told otherwise. */
export function createLogger(
  env: Pick<Env, 'logLevel'>,
  destination: DestinationStream = standardOutput,
): Logger {
  const options = {
    level: env.logLevel,
    timestamp: pino.stdTimeFunctions.isoTime,
    // In every line: the message of a disk's error holds the path of a document.
    hooks: { streamWrite: redactLine },
  }
  return pino(options, destination)
}

/** That it is not ready is asked every second, and already logged once; a link fetched ahead is to be asked for again. */
const isByDesign = (req: IncomingMessage, res: ServerResponse) =>
  res.statusCode === 503 &&
  (Reflect.get(req, 'originalUrl') === '/readyz' || res.getHeader('X-Error-Code') === 'prefetch')

/**
 * A line a request, and its id on the answer. Only what is listed here is logged: never cookies,
 * bodies, referrers or query strings, which hold file tokens and search terms, and no key.
 */
export function logRequests(logger: Logger) {
  return pinoHttp({
    logger,
    genReqId: (_req, res) => {
      const id = randomUUID()
      res.setHeader('X-Request-Id', id)
      return id
    },
    customLogLevel: (req, res, error) => {
      if (error || (res.statusCode >= 500 && !isByDesign(req, res))) return 'error'
      return 'debug'
    },
    serializers: {
      req: (req: { id: unknown; method: unknown; url: unknown }) => ({
        id: req.id,
        method: req.method,
        path: redactAddress(String(req.url)),
      }),
      res: (res: { statusCode: unknown }) => ({ status: res.statusCode }),
    },
  })
}
