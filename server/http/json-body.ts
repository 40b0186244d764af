import { isUtf8 } from 'node:buffer'
import express, { type RequestHandler } from 'express'
import { jsonLimit, withinLimit } from './body-limits'

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
