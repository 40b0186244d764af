import { useEffect, useState } from 'react'
import type { BulkList } from '@shared/bulk-runs'
import { exactTotalLimit, mostChosenRows, reviewStatuses } from '@shared/list-choices'
import type { ReviewStatus } from '@shared/review'
import type { Page } from '@/lib/http'
import { setTabItem, getTabItem } from '@/lib/tab-storage'
import type { RowSelection } from '@/ui/select-rows'

export interface SelectedRow {
  id: number
  status: ReviewStatus
}

/** What a list is asked for, as its page asks for it. */
export type ListRequest = Record<string, string | undefined>

/** All of it that narrows the list: what is chosen is never more than what is shown. */
function readFilter({ cursor: _page, sort: _order, ...narrowing }: ListRequest) {
  const set = Object.entries(narrowing).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  )
  return Object.fromEntries(set)
}

/**
 * What is chosen of a list: rows, over all its pages, each with the status that was seen; or
 * everything that the filter shows. Another search or filter chooses nothing; a reload changes nothing.
 */
export function useSelection<Row extends SelectedRow>(
  list: BulkList,
  request: ListRequest,
  page: Page<Row> | undefined,
) {
  const filter = readFilter(request)
  const filterKey = JSON.stringify(filter)
  const [selection, setSelection] = useState(() => readSelection(list, filterKey))
  const { chosen, isAll } = selection
  const [lastFilter, setLastFilter] = useState(filterKey)
  if (lastFilter !== filterKey) {
    setLastFilter(filterKey)
    setSelection(nothingChosen)
  }
  useEffect(() => keepSelection(list, filterKey, selection), [list, filterKey, selection])

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
  const total = page && page.among === null ? page.total : null
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

/** Of rows of any kind. */
export type Selection = ReturnType<typeof useSelection<never>>

/** What is chosen of a list: rows with the status that was seen, or everything that the filter shows. */
interface KeptSelection {
  chosen: ReadonlyMap<number, ReviewStatus>
  isAll: boolean
}

const nothingChosen: KeptSelection = { chosen: new Map(), isAll: false }

interface Kept {
  filter: string
  isAll: boolean
  rows: [id: number, status: ReviewStatus][]
}

const isRow = (row: unknown): row is Kept['rows'][number] =>
  Array.isArray(row) &&
  typeof row[0] === 'number' &&
  reviewStatuses.some((status) => status === row[1])

/** An earlier version of the portal may have kept something else. */
const isKept = (kept: unknown): kept is Kept =>
  typeof kept === 'object' &&
  kept !== null &&
  'filter' in kept &&
  typeof kept.filter === 'string' &&
  'isAll' in kept &&
  typeof kept.isAll === 'boolean' &&
  'rows' in kept &&
  Array.isArray(kept.rows) &&
  kept.rows.every(isRow)

const nameOf = (list: BulkList) => `selection:${list}`

/** What was chosen before a reload, of a list that is narrowed as it was then. */
function readSelection(list: BulkList, filter: string): KeptSelection {
  const found = getTabItem(nameOf(list))
  if (!isKept(found) || found.filter !== filter) return nothingChosen
  return { chosen: new Map(found.rows), isAll: found.isAll }
}

function keepSelection(list: BulkList, filter: string, { chosen, isAll }: KeptSelection): void {
  setTabItem(nameOf(list), { filter, isAll, rows: [...chosen] })
}
