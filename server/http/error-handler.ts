import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { MulterError } from 'multer'
import { readAddress } from './client-address'
import { jsonLimit, uploadLimit } from './body-limits'
import { keptInNoCache } from './security-headers'
import { isDatabaseAway } from '../database-away'
import { StorageAwayError } from '../storage-away'
import { badRequest, HttpError, notFound, storageFull, unavailable } from '../errors'
import { reasonOf } from '../report-outage'
import { describeError } from './logger'

const contentHeaders = [
  'Content-Type',
  'Content-Disposition',
  'Content-Encoding',
  'Content-Length',
  'ETag',
  'Last-Modified',
]

/** Answers every error as JSON. What is not known to be safe to show becomes a bare 500, logged once. */
export const handleErrors: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  if (res.headersSent) {
    req.log.warn({ err: describeError(error) }, 'response broke off')
    // Express would do the same, and write the error as it is to standard error.
    res.destroy()
    return
  }
  // Headers set for the answer that failed must not go out with the error.
  for (const header of contentHeaders) res.removeHeader(header)
  res.set('Cache-Control', keptInNoCache)
  const httpError = toHttpError(error)
  if (httpError) {
    if (httpError === error) logRefusal(req, httpError)
    else logOutage(req, httpError, error)
    const { retryAfterSeconds } = httpError.options
    if (retryAfterSeconds !== undefined) res.set('Retry-After', String(retryAfterSeconds))
    // Clients that watch for it stop sending. What the others still send is read for a while.
    if (!req.complete) res.set('Connection', 'close')
    // The answer to HEAD has no body.
    res.set('X-Error-Code', httpError.code)
    res.status(httpError.status).json(httpError.body)
    return
  }
  req.log.error({ err: describeError(error) }, 'request failed')
  res.status(500).json({
    message: `Something went wrong on our side. Please try again. (Request ${requestId(res)})`,
    code: 'internal',
  })
}

/**
 * Logs refusals that may be part of an attack, with who it was and what stopped them. A 404 may be someone's
 * who looks for what is others'. Every line has the request's id.
 */
function logRefusal(req: Request, { code, status, options }: HttpError): void {
  const refusal = { code, status }
  const isSuspicious = [401, 403, 429].includes(status) || (status === 404 && req.user)
  if (!isSuspicious && options.check === undefined) {
    req.log.info(refusal, 'request refused')
    return
  }
  const userId = req.user?.id ?? options.userId ?? null
  const address = readAddress(req.ip ?? '') ?? 'unreadable'
  req.log.info({ ...refusal, userId, address, check: options.check }, 'request refused')
}

/** What lies behind a refusal that isn't the sender's doing, and is known to happen: a warning, without a stack. */
function logOutage(req: Request, { code, status }: HttpError, error: unknown): void {
  if (status >= 500) req.log.warn({ code, status, reason: reasonOf(error) }, 'request refused')
  else req.log.info({ code, status }, 'request refused')
}

const requestId = (res: Response) => res.get('X-Request-Id') ?? 'unknown'

export const unknownApiPath: RequestHandler = () => {
  throw notFound('There is no such call.')
}

function toHttpError(error: unknown): HttpError | null {
  if (error instanceof HttpError) return error
  if (error instanceof MulterError) {
    return error.code === 'LIMIT_FILE_SIZE'
      ? uploadLimit.refusal()
      : badRequest('Please send exactly one file, in the field "file".')
  }
  if (!(error instanceof Error)) return null
  if (isDatabaseAway(error) || error instanceof StorageAwayError) return unavailable()
  const code = 'code' in error ? error.code : undefined
  if (code === 'ENOSPC' || code === 'EDQUOT') return storageFull()
  // A disk with errors is often mounted again for reading only; a folder can be given to the wrong user.
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return unavailable()
  const status = 'status' in error ? error.status : undefined
  const type = 'type' in error ? error.type : undefined
  if (type === 'entity.too.large') return jsonLimit.refusal()
  // Body parser, URL decoding and multipart parser complain about what the client sent.
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return badRequest('The request could not be read.')
  }
  const brokenMultipart =
    /^(Multipart:|Unexpected end of form|Malformed part header|Request aborted)/
  if (brokenMultipart.test(error.message)) return badRequest('The upload could not be read.')
  return null
}
