import { isUtf8 } from 'node:buffer'
import express from 'express'

/**
 * Reads JSON bodies of at most 100 KB, and nothing else. The parser would also take UTF-7, which
 * filters in front of the portal don't read, and UTF-16; and what is no UTF-8 it would replace, so that
 * a password could be kept other than it was sent.
 */
export const readJsonBody = express.json({
  limit: '100kb',
  type: 'application/json',
  verify(_req, _res, body, charset) {
    if (charset !== 'utf-8' || !isUtf8(body)) throw new Error('Bodies must be UTF-8.')
  },
})
