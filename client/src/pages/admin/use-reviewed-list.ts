import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { pageQuery, rowQuery } from '@/lib/page-query'
import type { ListAddress } from '@/lib/use-list-address'
import { useOpenedRow } from './use-opened-row'
import { usePageTurns } from './use-page-turns'

interface ReviewedListOptions<Row extends Found, Found extends { id: number }> {
  address: ListAddress
  /** The page of what the address asks for that begins at a cursor. */
  page: (cursor: string) => ReturnType<typeof pageQuery<Row>>
  /** For a link to a row that is on another page of the list. */
  findRow: (id: string) => ReturnType<typeof rowQuery<Found>>
}

/** How long a page that was fetched ahead waits to be turned to. */
const aheadMs = 10_000

/** The page of a list that its address names, how it is turned, and the row that is open. */
export function useReviewedList<Row extends Found, Found extends { id: number }>(
  options: ReviewedListOptions<Row, Found>,
) {
  const { address, page, findRow } = options
  const queryClient = useQueryClient()
  const list = useQuery(page(address.cursor))
  const turnPage = usePageTurns(address, list)
  const rows: readonly Row[] = list.data?.rows ?? []
  const row = useOpenedRow<Found>({ open: address.open, rows, isLoaded: list.isSuccess, findRow })
  /** The rows answer what the address asks for now, not what it asked for before. */
  const isCurrent = list.isSuccess && !list.isPlaceholderData

  function fetchAhead(cursor: string) {
    // A search can take seconds, and rows that are about to go have no next page.
    if (address.search || list.isPlaceholderData) return
    const query = { ...page(cursor), gcTime: aheadMs }
    // Who turns to it tries again, and sees why it fails.
    if (queryClient.getQueryState(query.queryKey)?.status === 'error') return
    void queryClient.prefetchQuery(query)
  }

  return { address, list, rows, row, isCurrent, turnPage, fetchAhead }
}
