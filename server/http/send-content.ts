import type { Request, Response } from 'express'
import parseRange from 'range-parser'

interface SentContent {
  /** Null when only the headers were asked for. */
  bytes: Buffer | null
  size: number
  sha256: string
}

/**
 * Answers with stored bytes: whole, one range of them (206, 416), or none when the client has them
 * already (304) or asked for the headers only. A request for several ranges gets the whole, so that a
 * request cannot multiply its answer.
 */
export function sendContent(req: Request, res: Response, content: SentContent): void {
  const { bytes, size, sha256 } = content
  const etag = `"${sha256}"`
  res.set({ ETag: etag, 'Accept-Ranges': 'bytes' })
  if (req.fresh) {
    res.status(304).end()
    return
  }
  const range = requestedRange(req, size, etag)
  if (range === 'unsatisfiable') {
    res.status(416).set('Content-Range', `bytes */${size}`)
    res.removeHeader('Content-Type')
    res.end()
    return
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) res.status(206).set('Content-Range', `bytes ${start}-${end}/${size}`)
  res.set('Content-Length', String(end + 1 - start))
  res.end(bytes?.subarray(start, end + 1))
}

function requestedRange(req: Request, size: number, etag: string) {
  const header = req.get('Range')
  const ifRange = req.get('If-Range')
  if (!header || (ifRange && ifRange !== etag)) return null
  const ranges = parseRange(size, header, { combine: true })
  if (ranges === -1) return 'unsatisfiable'
  if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null
  return ranges[0] ?? null
}
