import { and, desc, eq } from 'drizzle-orm'
import type { ListQuery } from '@shared/lists'
import type { Database, Queryable } from '../../db/client'
import { readPage } from '../../db/list-page'
import { users } from '../../db/schema/users'
import { readSearch } from '../../db/search'

const columns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  phoneNumber: users.phoneNumber,
  status: users.status,
  statusReason: users.statusReason,
  contactConsent: users.contactConsent,
  isAdmin: users.isAdmin,
  createdAt: users.createdAt,
}

export type UserRow = Awaited<ReturnType<typeof listUsers>>['rows'][number]

/** A page of users without the administrator, newest first. */
export async function listUsers(db: Database, query: ListQuery) {
  return readPage(db, {
    table: users,
    filter: and(eq(users.isAdmin, 0), query.status ? eq(users.status, query.status) : undefined),
    search: readSearch(users.search, query.search),
    query,
    select: (tx, where, limit) =>
      tx.select(columns).from(users).where(where).orderBy(desc(users.id)).limit(limit),
  })
}

export async function getUser(db: Queryable, id: number) {
  const [row] = await db.select(columns).from(users).where(eq(users.id, id))
  return row ?? null
}
