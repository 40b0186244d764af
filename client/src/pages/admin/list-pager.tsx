import { exactTotalLimit, pageSize } from '@shared/list-choices'
import { formatNumber } from '@/lib/format'
import type { Page } from '@/lib/http'
import type { ListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'

interface ListPagerProps {
  address: ListAddress
  page: Page<unknown> | undefined
  onNearNext?: ((cursor: string) => void) | undefined
}

/** Under a list: which page of it this is, and the way to the others. */
export function ListPager({ address, page, onNearNext }: ListPagerProps) {
  const next = nextCursor(page)
  const { cursor, showPreviousPage } = address
  if (!next && !cursor) return null
  return (
    <div className="mt-5 flex flex-wrap items-center justify-end gap-3">
      <p className="figures mr-auto text-sm text-muted">{page ? namePage(address, page) : null}</p>
      {cursor ? (
        <Button variant="secondary" onClick={address.showFirstPage}>
          First Page
        </Button>
      ) : null}
      {showPreviousPage ? (
        <Button variant="secondary" onClick={() => showPreviousPage()}>
          Previous Page
        </Button>
      ) : null}
      {next ? (
        <Button
          variant="secondary"
          onPointerEnter={() => onNearNext?.(next)}
          // Who has just turned a page has not left the button.
          onPointerMove={() => onNearNext?.(next)}
          onFocus={() => onNearNext?.(next)}
          onClick={() => address.showNextPage(next)}
        >
          Next Page
        </Button>
      ) : null}
    </div>
  )
}

/** The cursor in the address of the next page. */
export const nextCursor = (page: Page<unknown> | undefined): string | null =>
  page?.next ? new URLSearchParams(page.next.split('?')[1]).get('cursor') : null

/** A count that was cut off is of no whole number of pages. */
function namePage(address: ListAddress, { total, among }: Page<unknown>): string {
  // Of a link whose page has no number.
  if (address.cursor && address.page === 1) return ''
  const number = `Page ${formatNumber(address.page)}`
  if (among !== null || total > exactTotalLimit) return number
  const last = Math.max(address.page, Math.ceil(total / pageSize))
  return `${number} of ${formatNumber(last)}`
}
