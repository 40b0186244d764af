import { and, desc, eq, lt } from 'drizzle-orm'
import type { ListQuery } from '@shared/lists'
import type { Queryable } from '../../db/client'
import { searchCondition } from '../../db/search'
import { users } from '../../db/schema/users'
import { countUpToLimit } from '../../db/totals'

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

export type UserRow = Awaited<ReturnType<typeof listUsers>>[number]

/** A page of users without the administrator, newest first, and one more. */
export async function listUsers(db: Queryable, query: ListQuery) {
  return db
    .select(columns)
    .from(users)
    .where(and(matches(query), query.cursor ? lt(users.id, query.cursor) : undefined))
    .orderBy(desc(users.id))
    .limit(query.limit + 1)
}

export async function countUsers(db: Queryable, query: ListQuery): Promise<number> {
  return countUpToLimit(db, users, matches(query))
}

export async function getUser(db: Queryable, id: number) {
  const [row] = await db.select(columns).from(users).where(eq(users.id, id))
  return row ?? null
}

function matches(query: ListQuery) {
  return and(
    eq(users.isAdmin, 0),
    query.status ? eq(users.status, query.status) : undefined,
    searchCondition(users.search, query.search),
  )
}
