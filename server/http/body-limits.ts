import { isUtf8 } from 'node:buffer'
import express, { type Request, type RequestHandler } from 'express'
import { maxFileBytes } from '@shared/file-kinds'
import { tooLarge, type HttpError } from '../errors'

interface BodyLimit {
  bytes: number
  refusal: () => HttpError
}

export const jsonLimit: BodyLimit = {
  bytes: 100 * 1024,
  refusal: () => tooLarge('The request is too large.'),
}

export const uploadLimit: BodyLimit = {
  // A file, and what multipart puts around it.
  bytes: maxFileBytes + 16 * 1024,
  refusal: () => tooLarge('File too large: Please upload a file smaller than 10MB.'),
}

/** A form that another program sends: 1,600 letters, of which each is up to twelve bytes of it, and what is around them. */
export const formLimit: BodyLimit = {
  bytes: 24 * 1024,
  refusal: () => tooLarge('The request is too large.'),
}

/** Refuses a body announced as larger than the call takes, before anything of it is read. */
const refuseLarger =
  (limitOf: (req: Request) => BodyLimit): RequestHandler =>
  (req, _res, next) => {
    const limit = limitOf(req)
    if (Number(req.get('Content-Length') ?? 0) > limit.bytes) throw limit.refusal()
    next()
  }

export const refuseLargeBodies = refuseLarger((req) =>
  req.is('multipart/*') ? uploadLimit : jsonLimit,
)
export const refuseLargeForms = refuseLarger(() => formLimit)

/**
 * Refuses a body as soon as it exceeds the limit. The parsers alone would read it to its end first. `discard`
 * gets what is still parsed after that.
 */
export function withinLimit(
  limit: BodyLimit,
  parse: RequestHandler,
  discard?: (req: Request) => void,
): RequestHandler {
  return (req, res, next) => {
    let left = limit.bytes
    let isOver = false
    let isParsed = false
    req.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left >= 0 || isOver || isParsed) return
      isOver = true
      next(limit.refusal())
    })
    void parse(req, res, (error?: unknown) => {
      isParsed = true
      if (isOver) discard?.(req)
      else next(error)
    })
  }
}

const jsonType = 'application/json'

/**
 * Takes JSON bodies of at most 100 KB. The parser would also take UTF-7, which
 * filters in front of the portal don't read, and UTF-16; and what is no UTF-8 it would replace, so that
 * a password could be kept other than it was sent.
 */
const parse = express.json({
  limit: jsonLimit.bytes,
  type: jsonType,
  verify(_req, _res, body, charset) {
    if (charset !== 'utf-8' || !isUtf8(body)) throw new Error('Bodies must be UTF-8.')
  },
})

const parseWithinLimit = withinLimit(jsonLimit, parse)

/** Other kinds of body are left unread. */
export const readJsonBody: RequestHandler = (req, res, next) =>
  req.is(jsonType) ? parseWithinLimit(req, res, next) : next()
