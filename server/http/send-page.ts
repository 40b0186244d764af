import type { Request, Response } from 'express'
import type { ListQuery } from '@shared/lists'

/**
 * Answers with one page of a list; the next page's address and the total go in headers. The rows
 * hold one more than the page when there is a next one.
 */
export function sendPage(
  req: Request,
  res: Response,
  page: { rows: readonly { id: number }[]; total: number; query: Pick<ListQuery, 'limit'> },
): void {
  const { total, query } = page
  const rows = page.rows.slice(0, query.limit)
  res.set('X-Total-Count', String(total))
  const last = rows.at(-1)
  if (last && page.rows.length > rows.length) {
    const next = new URL(req.originalUrl, 'http://localhost')
    next.searchParams.set('cursor', String(last.id))
    res.set('Link', `<${next.pathname}${next.search}>; rel="next"`)
  }
  res.json(rows)
}
