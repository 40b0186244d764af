import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import parseRange from 'range-parser'
import type { OpenedContent } from '../storage/port'

/**
 * Answers with stored bytes: whole, one range of them (206, 416), or none when the client has them
 * already (304) or asked for the headers only. A request for several ranges gets the whole, so that a
 * request cannot multiply its answer.
 */
export async function sendContent(
  req: Request,
  res: Response,
  content: OpenedContent,
  sha256: string,
): Promise<void> {
  const etag = `"${sha256}"`
  res.set({ ETag: etag, 'Accept-Ranges': 'bytes' })
  if (req.fresh) {
    await content.close()
    res.status(304).end()
    return
  }
  const range = requestedRange(req, content.size, etag)
  if (range === 'unsatisfiable') {
    await content.close()
    res.status(416).set('Content-Range', `bytes */${content.size}`)
    res.removeHeader('Content-Type')
    res.end()
    return
  }
  const { start, end } = range ?? { start: 0, end: content.size - 1 }
  if (range) res.status(206).set('Content-Range', `bytes ${start}-${end}/${content.size}`)
  res.set('Content-Length', String(end - start + 1))
  if (req.method === 'HEAD') {
    await content.close()
    res.end()
    return
  }
  await pipeline(content.stream({ start, end }), res).catch((error: unknown) => {
    // A client that goes away in the middle is no failure of ours; anything else is.
    const hasLeft =
      error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
    if (!hasLeft) req.log.warn('a stored file could not be read to its end')
  })
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
