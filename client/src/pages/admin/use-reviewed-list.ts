import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Page } from '@/lib/http'
import { nextCursor, type pageQuery, type rowQuery } from '@/lib/page-query'
import type { ListAddress } from '@/lib/use-list-address'

interface ReviewedListOptions<Row extends Found, Found extends { id: number }> {
  address: ListAddress
  /** The page of what the address asks for that begins at a cursor. */
  page: (cursor: string) => ReturnType<typeof pageQuery<Row>>
  /** For a link to a row that is on another page of the list. */
  findRow: (id: string) => ReturnType<typeof rowQuery<Found>>
}

/** How long a prefetched page stays in the cache. */
const prefetchedMs = 10_000

/** The page of a list that its address names, how its pages are turned, and the row that is open. */
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

  function prefetch(cursor: string) {
    // A search can take seconds, and placeholder rows have no next page.
    if (address.search || list.isPlaceholderData) return
    const query = { ...page(cursor), gcTime: prefetchedMs }
    // Turning to the page retries a failed request, and shows why it fails.
    if (queryClient.getQueryState(query.queryKey)?.status === 'error') return
    void queryClient.prefetchQuery(query)
  }

  return { address, list, rows, row, isCurrent, turnPage, prefetch }
}

interface OpenedRowOptions<Row extends { id: number }> {
  /** The id in the address. */
  open: string
  rows: readonly Row[]
  isLoaded: boolean
  findRow: (id: string) => ReturnType<typeof rowQuery<Row>>
}

/**
 * The row that the address names, wherever in the list it is: one that newer rows push off the page stays
 * open.
 */
function useOpenedRow<Row extends { id: number }>(options: OpenedRowOptions<Row>) {
  const { open, rows, isLoaded, findRow } = options
  const listed = rows.find((row) => String(row.id) === open)
  const [lastListed, setLastListed] = useState<Row | null>(null)
  if (listed && lastListed !== listed) setLastListed(listed)
  const left = lastListed && String(lastListed.id) === open ? lastListed : null

  const isElsewhere = isLoaded && open !== '' && !listed
  const { data: found, isError } = useQuery({ ...findRow(open), enabled: isElsewhere })
  if (!isElsewhere) return { opened: listed ?? null, isMissing: false }
  return {
    opened: found === undefined ? left : found,
    // Not said of a row that was just deleted here.
    isMissing: !left && (isError || found === null),
  }
}

/**
 * Turns a list's pages. With `opensRow` the review goes on across the edge of a page: on the next one
 * its first row opens once it is there, on the one before its last.
 */
function usePageTurns<Row extends { id: number }>(
  address: ListAddress,
  list: UseQueryResult<Page<Row>>,
) {
  const opens = useRef<'first' | 'last' | null>(null)
  const { data, isPlaceholderData } = list

  const openRow = useEffectEvent((rows: Row[]) => {
    const row = opens.current && rows.at(opens.current === 'first' ? 0 : -1)
    opens.current = null
    if (row !== null) address.showRow(row ? String(row.id) : '')
  })
  // Before the browser paints: the panel does not close in between.
  useLayoutEffect(() => {
    if (opens.current && data && !isPlaceholderData) openRow(data.rows)
  }, [data, isPlaceholderData])

  return function turnPage(step: 1 | -1, { opensRow = false } = {}) {
    // The rows of the page before are still on the screen.
    if (isPlaceholderData) return
    const next = step === 1 ? nextCursor(data) : null
    if (step === 1 ? !next : !address.showPreviousPage) return
    opens.current = opensRow ? (step === 1 ? 'first' : 'last') : null
    if (next) address.showNextPage(next, { keepsOpen: opensRow })
    else address.showPreviousPage?.({ keepsOpen: opensRow })
  }
}

/**
 * Enter in the search box opens the first hit: once the rows are those of what was typed, which is
 * looked for only after a pause.
 */
export function useFirstHit(
  searchBox: RefObject<HTMLInputElement | null>,
  { isFound, show }: { isFound: boolean; show: () => void },
): void {
  const isWanted = useRef(false)
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.target !== searchBox.current || event.isComposing) return
    // Typing on withdraws the Enter.
    if (event.key === 'Enter' && isFound) show()
    else isWanted.current = event.key === 'Enter'
  })
  const showFound = useEffectEvent(show)

  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
  useEffect(() => {
    if (!isWanted.current || !isFound) return
    isWanted.current = false
    showFound()
  }, [isFound])
}
