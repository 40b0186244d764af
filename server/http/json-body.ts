import express from 'express'

/**
 * Reads JSON bodies of at most 100 KB, and nothing else. The parser would also take UTF-7, which
 * filters in front of the portal don't read, and UTF-16.
 */
export const readJsonBody = express.json({
  limit: '100kb',
  type: 'application/json',
  verify(_req, _res, _body, charset) {
    if (charset !== 'utf-8') throw new Error('Bodies must be UTF-8.')
  },
})
