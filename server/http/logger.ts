import { randomUUID } from 'node:crypto'
import { pino, type Logger } from 'pino'
import { pinoHttp } from 'pino-http'
import type { Env } from '../env'

export function createLogger(env: Pick<Env, 'logLevel'>): Logger {
  return pino({ level: env.logLevel, timestamp: pino.stdTimeFunctions.isoTime })
}

/**
 * A line a request, and its id on the answer. Only what is listed here is logged: never cookies,
 * bodies or query strings, which hold file tokens and search terms, and of /uploads no key.
 */
export function logRequests(logger: Logger) {
  return pinoHttp({
    logger,
    genReqId: (_req, res) => {
      const id = randomUUID()
      res.setHeader('X-Request-Id', id)
      return id
    },
    customLogLevel: (_req, res, error) => {
      if (error || res.statusCode >= 500) return 'error'
      return 'debug'
    },
    serializers: {
      req: (req: { id: unknown; method: unknown; url: unknown }) => ({
        id: req.id,
        method: req.method,
        path: redactPath(String(req.url)),
      }),
      res: (res: { statusCode: unknown }) => ({ status: res.statusCode }),
    },
  })
}

function redactPath(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  return path.replace(/^(\/uploads|\/api\/link-file)\/.*/, '$1/[redacted]')
}
