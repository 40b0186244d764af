import type { Request, Response } from 'express'
import type { ListQuery } from '@shared/lists'

export interface Page<Row = { id: number }> {
  /** Without `next`, one more than the page when there is a next one. */
  rows: readonly Row[]
  total: number
  /** Of a search that was cut off: how many rows its total is about. */
  scannedRows?: number | null
  /** The cursor of the next page; null on the last. */
  next?: string | null
  nearSearch?: string | null
  readAt?: Date
}

/** Answers with one page of a list; the next page's address and the total go in headers. */
export function sendPage(
  req: Request,
  res: Response,
  page: Page & { query: Pick<ListQuery, 'limit'> },
  pick = (row: unknown): unknown => row,
): void {
  const rows = page.rows.slice(0, page.query.limit)
  const isFull = page.rows.length > rows.length
  const cursor = isFull ? rows.at(-1)?.id : page.next
  res.set('X-Total-Count', String(page.total))
  if (page.readAt) res.set('X-Shown-At', page.readAt.toISOString())
  if (page.scannedRows) res.set('X-Total-Among', String(page.scannedRows))
  if (page.nearSearch) res.set('X-Near-Search', encodeURIComponent(page.nearSearch))
  if (cursor) {
    const next = new URL(req.originalUrl, 'http://localhost')
    next.searchParams.set('cursor', String(cursor))
    res.set('Link', `<${next.pathname}${next.search}>; rel="next"`)
  }
  res.json(rows.map(pick))
}
