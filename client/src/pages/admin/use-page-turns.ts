import type { UseQueryResult } from '@tanstack/react-query'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Page } from '@/lib/http'
import type { ListAddress } from '@/lib/use-list-address'
import { nextCursor } from './list-pager'

type Step = 1 | -1

/**
 * Turns a list's pages. With `opensRow` the review goes on across the edge of a page: on the next one
 * its first row opens once it is there, on the one before its last.
 */
export function usePageTurns<Row extends { id: number }>(
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

  return function turnPage(step: Step, { opensRow = false } = {}) {
    // The rows of the page before are still on the screen.
    if (isPlaceholderData) return
    const next = step === 1 ? nextCursor(data) : null
    if (step === 1 ? !next : !address.showPreviousPage) return
    opens.current = opensRow ? (step === 1 ? 'first' : 'last') : null
    if (next) address.showNextPage(next, { keepsOpen: opensRow })
    else address.showPreviousPage?.({ keepsOpen: opensRow })
  }
}
