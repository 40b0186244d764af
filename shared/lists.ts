import { z } from './zod'
import { dateSorts, pageSize } from './list-choices'
import { moment } from './moment'
import { reviewStatus } from './review'
import { readSearch } from './text'

export const maxPageSize = 100

/**
 * A search with words too short for the index looks at this many rows at a time, newest first.
 * `X-Total-Among` then says that the total counts among the newest of them only.
 */
export const scanWindow = 20_000

const maxRecordId = 2_147_483_647

/** A Postgres int4 identity, as it appears in a body. */
export const recordIdNumber = z.int().positive().max(maxRecordId)

/** A Postgres int4 identity, as it appears in a path. */
export const recordId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().max(maxRecordId))

/** Newest first; `cursor` is the id of the last row seen, in the order of this list. */
export const listQuery = z.object({
  search: z.string().max(200).overwrite(readSearch).default(''),
  status: reviewStatus.optional(),
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(pageSize),
  cursor: recordId.optional(),
})
export type ListQuery = z.infer<typeof listQuery>

/** The fields that pick a page of a list. An export has none: strict, so that no filter is taken for none. */
export const pageOfList = { limit: true, cursor: true } as const

/** The last row seen of a list that is not sorted by id alone: what it is sorted by, encoded, and its id. */
export interface KeyCursor {
  key: string
  id: number
}

const listCursor = z
  .string()
  .regex(/^[1-9]\d{0,9}(?:\.[\w-]{1,2000})?$/)
  .transform((text): number | KeyCursor => {
    const [id, key] = text.split('.')
    return key === undefined ? Number(id) : { key, id: Number(id) }
  })
  .refine((cursor) => (typeof cursor === 'number' ? cursor : cursor.id) <= maxRecordId)

/** A list that can be sorted, and narrowed to what came from one moment on and before another. */
export const sortedListQuery = listQuery.extend({
  sort: z.enum(dateSorts).default('newest'),
  from: moment.optional(),
  to: moment.optional(),
  cursor: listCursor.optional(),
})
export type SortedListQuery = z.infer<typeof sortedListQuery>
