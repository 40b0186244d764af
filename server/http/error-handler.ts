import type { ErrorRequestHandler, RequestHandler, Response } from 'express'
import { MulterError } from 'multer'
import { badRequest, HttpError, notFound, storageFull, tooLarge, unavailable } from './errors'

const fileTooLarge = () => tooLarge('File too large: Please upload a file smaller than 10MB.')

const contentHeaders = ['Content-Type', 'Content-Disposition', 'Content-Length', 'ETag']

/** Answers every error as JSON. What is not known to be safe to show becomes a bare 500, logged once. */
export const handleErrors: ErrorRequestHandler = (error: unknown, req, res, next) => {
  if (res.headersSent) {
    req.log.warn({ err: describe(error) }, 'response broke off')
    next(error)
    return
  }
  // Of an answer that was being prepared nothing may remain.
  for (const header of contentHeaders) res.removeHeader(header)
  const known = toHttpError(error)
  if (known) {
    req.log.info({ code: known.code, status: known.status }, 'request refused')
    const { retryAfterSeconds } = known.options
    if (retryAfterSeconds !== undefined) res.set('Retry-After', String(retryAfterSeconds))
    // What is left of a refused upload would otherwise be read to its end.
    if (!req.complete) res.set('Connection', 'close')
    res.status(known.status).json(known.body)
    return
  }
  req.log.error({ err: describe(error) }, 'request failed')
  res.status(500).json({
    message: `Something went wrong on our side. Please try again. (Request ${requestId(res)})`,
    code: 'internal',
  })
}

const requestId = (res: Response) => res.get('X-Request-Id') ?? 'unknown'

export const unknownApiPath: RequestHandler = () => {
  throw notFound('There is no such call.')
}

function toHttpError(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error
  if (error instanceof MulterError) {
    return error.code === 'LIMIT_FILE_SIZE'
      ? fileTooLarge()
      : badRequest('Please send exactly one file, in the field "file".')
  }
  if (!(error instanceof Error)) return null
  if (isDatabaseAway(error)) return unavailable()
  if ('code' in error && /^(ENOSPC|EDQUOT)$/.test(String(error.code))) return storageFull()
  const status = 'status' in error ? error.status : undefined
  const type = 'type' in error ? error.type : undefined
  if (type === 'entity.too.large') return tooLarge('The request is too large.')
  // Body parser, URL decoding and multipart parser complain about what the client sent.
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return badRequest('The request could not be read.')
  }
  const brokenMultipart =
    /^(Multipart:|Unexpected end of form|Malformed part header|Request aborted)/
  if (brokenMultipart.test(error.message)) return badRequest('The upload could not be read.')
  return null
}

/** Refused, broken, shutting down or timed out: the same request can succeed a moment later. */
function isDatabaseAway(error: Error): boolean {
  const causes = [error, error.cause].filter((cause) => cause instanceof Error)
  return causes.some((cause) => {
    const code = 'code' in cause ? String(cause.code) : ''
    return (
      /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|57P0\d|53\d{3}|08\d{3}|57014)$/.test(code) ||
      /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout)/.test(
        cause.message,
      )
    )
  })
}

/** Database errors carry SQL and its parameters in their message: only their cause is logged. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'a thrown value that is no error' }
  const { cause } = error
  if (cause instanceof Error) {
    const code = 'code' in cause ? cause.code : undefined
    return { name: error.name, cause: cause.message, code, stack: cause.stack }
  }
  return { name: error.name, message: error.message, stack: error.stack }
}
