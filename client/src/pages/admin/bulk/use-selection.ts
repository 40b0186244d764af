import { useState } from 'react'
import { exactTotalLimit, mostChosenRows } from '@shared/list-choices'
import type { ReviewStatus } from '@shared/review'
import type { Page } from '@/lib/http'
import type { RowSelection } from '@/ui/row-parts'

export interface SelectedRow {
  id: number
  status: ReviewStatus
}

/** The parameters with which a page asks for its list. */
export type ListRequest = Record<string, string | undefined>

/** The parameters that narrow the list, so that never more is chosen than is shown. */
function readFilter({ cursor: _page, sort: _order, ...narrowing }: ListRequest) {
  const set = Object.entries(narrowing).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  )
  return Object.fromEntries(set)
}

/**
 * The chosen part of a list: rows, over all its pages, each with the status that was seen; or
 * everything that the filter shows. Another search or filter chooses nothing.
 */
export function useSelection<Row extends SelectedRow>(
  request: ListRequest,
  page: Page<Row> | undefined,
) {
  const filter = readFilter(request)
  const filterKey = JSON.stringify(filter)
  const [selection, setSelection] = useState(nothingChosen)
  const { chosen, isAll } = selection
  const [lastFilter, setLastFilter] = useState(filterKey)
  if (lastFilter !== filterKey) {
    setLastFilter(filterKey)
    setSelection(nothingChosen)
  }

  const clear = () => setSelection(nothingChosen)

  function choose(rows: readonly Row[], wanted: boolean) {
    const next = new Map(isAll ? [] : chosen)
    for (const { id, status } of rows) {
      if (!wanted) next.delete(id)
      else if (next.size < mostChosenRows) next.set(id, status)
    }
    setSelection({ chosen: next, isAll: false })
  }

  const rows = page?.rows ?? []
  const chosenHere = rows.filter(({ id }) => isAll || chosen.has(id)).length
  const total = page && page.scannedRows === null ? page.total : null
  const isExact = total !== null && total <= exactTotalLimit
  const rowSelection: RowSelection<Row> = {
    isChosen: ({ id }) => isAll || chosen.has(id),
    toggle: (row, wanted) => choose([row], wanted),
    page: chosenHere === 0 ? 'none' : chosenHere === rows.length ? 'all' : 'some',
    togglePage: (wanted) => choose(rows, wanted),
  }

  return {
    rows: rowSelection,
    /** Null: everything that the filter shows, which is more than is counted. */
    count: isAll ? (isExact ? total : null) : chosen.size,
    isEmpty: !isAll && chosen.size === 0,
    isAll,
    /** How many there are to choose; null where no one has counted them. */
    total: isExact ? total : null,
    /** Not of a search that was cut off: it has not seen all of them. */
    canChooseAll: total !== null && !isAll && total > chosen.size,
    chooseAll: () => setSelection({ chosen: new Map(), isAll: true }),
    clear,
    /** For the API. */
    request: isAll
      ? {
          filter,
          ...(isExact && { expected: total }),
          ...(page?.shownAt && { shownAt: page.shownAt }),
        }
      : { rows: [...chosen].map(([id, basedOn]) => ({ id, basedOn })) },
  }
}

/** A selection of rows of any kind. */
export type Selection = ReturnType<typeof useSelection<never>>

interface ChosenRows {
  chosen: ReadonlyMap<number, ReviewStatus>
  isAll: boolean
}

const nothingChosen: ChosenRows = { chosen: new Map(), isAll: false }
