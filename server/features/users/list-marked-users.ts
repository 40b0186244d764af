import type { UserListQuery } from '@shared/users'
import type { ListDatabases } from '../../db/lists/searches'
import { findMarkedDuplicates } from './duplicate-queries'
import { listUsers } from './queries'

/** A page of users, each with whether they may be the same person as someone else. */
export async function listMarkedUsers(dbs: ListDatabases, query: UserListQuery) {
  const page = await listUsers(dbs, query)
  // Of the rows that are shown: a few index entries for each, however many people there are.
  const marked = await findMarkedDuplicates(
    dbs.db,
    page.rows.map(({ id }) => id),
  )
  const rows = page.rows.map((row) => ({ ...row, mayBeDuplicate: marked.has(row.id) }))
  return { ...page, rows }
}
