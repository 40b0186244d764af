import type { BulkList } from '@shared/bulk-runs'
import { reviewStatus, type ReviewStatus } from '@shared/review'
import { z } from '@shared/zod'
import { keep, readKept } from '@/lib/tab-storage'

/** What is chosen of a list: rows with the status that was seen, or everything that the filter shows. */
interface KeptSelection {
  chosen: ReadonlyMap<number, ReviewStatus>
  isAll: boolean
}

export const nothingChosen: KeptSelection = { chosen: new Map(), isAll: false }

const kept = z
  .object({
    filter: z.string(),
    isAll: z.boolean(),
    rows: z.array(z.tuple([z.number(), reviewStatus])),
  })
  .nullable()
  .catch(null)

const nameOf = (list: BulkList) => `selection:${list}`

/** What was chosen before a reload, of a list that is narrowed as it was then. */
export function readSelection(list: BulkList, filter: string): KeptSelection {
  const found = kept.parse(readKept(nameOf(list)))
  if (found?.filter !== filter) return nothingChosen
  return { chosen: new Map(found.rows), isAll: found.isAll }
}

export function keepSelection(
  list: BulkList,
  filter: string,
  { chosen, isAll }: KeptSelection,
): void {
  keep(nameOf(list), { filter, isAll, rows: [...chosen] })
}
