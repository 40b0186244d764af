import { z } from './zod'
import { reviewStatus } from './review'

const defaultPageSize = 25
const maxPageSize = 100

/** Totals are exact up to here; `X-Total-Count` then stays one above. */
export const exactTotalLimit = 10_000

/**
 * A search with words too short for the index looks at this many rows at a time, newest first.
 * `X-Total-Among` then says that the total counts among the newest of them only.
 */
export const scanWindow = 20_000

/** A Postgres int4 identity, as it appears in a path. */
export const recordId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().max(2_147_483_647))

/** Newest first; `cursor` is the id of the last row seen. */
export const listQuery = z.object({
  search: z
    .string()
    .max(200)
    .normalize('NFC')
    .refine((value) => value.isWellFormed() && !value.includes('\0'))
    .default(''),
  status: reviewStatus.optional(),
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(defaultPageSize),
  cursor: recordId.optional(),
})
export type ListQuery = z.infer<typeof listQuery>
