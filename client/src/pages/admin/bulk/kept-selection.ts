import type { BulkList } from '@shared/bulk-runs'
import { reviewStatuses } from '@shared/list-choices'
import type { ReviewStatus } from '@shared/review'
import { keep, readKept } from '@/lib/tab-storage'

/** What is chosen of a list: rows with the status that was seen, or everything that the filter shows. */
interface KeptSelection {
  chosen: ReadonlyMap<number, ReviewStatus>
  isAll: boolean
}

export const nothingChosen: KeptSelection = { chosen: new Map(), isAll: false }

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
export function readSelection(list: BulkList, filter: string): KeptSelection {
  const found = readKept(nameOf(list))
  if (!isKept(found) || found.filter !== filter) return nothingChosen
  return { chosen: new Map(found.rows), isAll: found.isAll }
}

export function keepSelection(
  list: BulkList,
  filter: string,
  { chosen, isAll }: KeptSelection,
): void {
  keep(nameOf(list), { filter, isAll, rows: [...chosen] })
}
