import { randomUUID } from 'node:crypto'
import { pino, type DestinationStream, type Logger } from 'pino'
import { pinoHttp } from 'pino-http'
import type { Env } from '../env'
import { standardOutput } from './log-output'

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

/**
 * A line a request, and its id on the answer. Only what is listed here is logged: never cookies,
 * bodies, referrers or query strings, which hold file tokens and search terms, and no key. An answer that is an error
 * has its line from `handleErrors`; this one is for an answer that broke.
 */
export function logRequests(logger: Logger) {
  return pinoHttp({
    logger,
    genReqId: (_req, res) => {
      const id = randomUUID()
      res.setHeader('X-Request-Id', id)
      return id
    },
    customLogLevel: (_req, _res, error) => (error ? 'error' : 'debug'),
    // Without one, the library makes an error of its own for each status from 500 on.
    customErrorObject: (_req, _res, error, { err: _err, ...values }) => ({
      ...values,
      reason: error.message,
    }),
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

/** The parts of an error that may be logged. Database errors carry SQL and its parameters: only their cause is. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'a thrown value that is no error' }
  const { cause } = error
  if (cause instanceof Error) {
    const code = 'code' in cause ? cause.code : undefined
    return { name: error.name, cause: cause.message, code, stack: cause.stack }
  }
  return { name: error.name, message: error.message, stack: error.stack }
}

/** Upload keys, file tokens and reset tokens are 43 characters of base64url; some may be lost to a broken escape. */
const keyLike = /[\w-]{40,}/g
const keyOrEscape = /\\(?:u[\da-f]{4}|.)|[\w-]{40,}/gis
const encodedByte = /%([\da-f]{2})/gi
const redacted = '[redacted]'
const documentPath = /((?:^|[/\\])(?:uploads|link-file)[/\\]).+/is

/** Takes whatever could be a key or a token out of a line of JSON, and leaves it JSON. */
const redactLine = (line: string): string =>
  line.replaceAll(keyOrEscape, (found) => (found.startsWith('\\') ? found : redacted))

/**
 * A request's address for the log: without its query string, anything that could be a key, and names of
 * documents, however they are encoded and whether or not a route matches.
 */
export function redactAddress(url: string): string {
  const decoded = decodeFully(url)
  if (decoded === null) return '[unreadable]'
  const [path = ''] = decoded.replace(/^[a-z][\w+.-]*:\/\/[^/]*/i, '').split(/[?#]/, 1)
  return path.replace(documentPath, `$1${redacted}`).replaceAll(keyLike, redacted)
}

/** Removes every layer of percent-encoding, byte by byte; null when there are too many. */
export function decodeFully(text: string): string | null {
  let decoded = text
  for (let layer = 0; layer < 8; layer += 1) {
    const inner = decoded.replaceAll(encodedByte, (_byte, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    if (inner === decoded) return decoded
    decoded = inner
  }
  return null
}
