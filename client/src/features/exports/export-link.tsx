import { Download } from 'lucide-react'
import type { ExportedList } from '@shared/exports'
import { formatCount } from '@/lib/format'
import type { Page } from '@/lib/http'
import type { PageRequest } from '@/lib/page-query'
import { withQuery } from '@/lib/paths'
import { buttonClass } from '@/ui/button'

interface ExportLinkProps {
  list: ExportedList
  /** The list's search, filters and order; the page that is shown doesn't matter. */
  request: PageRequest & Record<string, string | undefined>
  page: Page<unknown> | undefined
}

/** Saves everything that a list shows, all its pages, as the browser receives it. */
export function ExportLink({ list, request, page }: ExportLinkProps) {
  const { cursor: _page, limit: _size, ...narrowing } = request
  // A search that was cut off has no total.
  const isCounted = !page || page.scannedRows === null
  return (
    <a
      href={withQuery(`/api/admin/exports/${list}`, narrowing)}
      download
      className={buttonClass({ size: 'sm', variant: 'secondary' })}
    >
      <Download aria-hidden="true" strokeWidth={1.75} className="size-4" />
      <span>
        <span>Export CSV</span>
        {/* The count comes with the list; nothing beside the button moves when it does. */}
        {isCounted ? (
          <span className="inline-block min-w-7 whitespace-pre">
            {page ? ` (${formatCount(page.total)})` : null}
          </span>
        ) : null}
      </span>
    </a>
  )
}
