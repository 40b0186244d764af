import { and, desc, eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { ListQuery } from '@shared/lists'
import type { Queryable, Transaction } from '../../db/client'
import { readPage } from '../../db/lists/list-page'
import { onlyRow } from '../../db/only-row'
import { reviewedColumns } from '../../db/review'
import { users } from '../../db/schema/users'
import { readSearch } from '../../db/lists/search'
import type { ListDatabases } from '../../db/lists/searches'

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

/** Written as a literal: with a parameter, Postgres could not use the partial index of partners. */
const isPartner = sql`${users.isAdmin} = 0`

/** A page of users without the administrator, newest first. */
export async function listUsers(dbs: ListDatabases, query: ListQuery) {
  return readPage(dbs, {
    table: users,
    filter: and(isPartner, query.status ? eq(users.status, query.status) : undefined),
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

/**
 * The same, held against other changes until the transaction ends. Rows that name the user may still
 * be added meanwhile: decisions about their documents are.
 */
export async function lockUser(tx: Transaction, id: number) {
  const [row] = await tx
    .select({ ...columns, userId: users.id, ...reviewedColumns(users) })
    .from(users)
    .where(eq(users.id, id))
    .for('no key update')
  return row ?? null
}

/** Of a user who exists. */
export async function updateUser(
  tx: Transaction,
  id: number,
  changed: PgUpdateSetSource<typeof users>,
): Promise<UserRow> {
  return onlyRow(await tx.update(users).set(changed).where(eq(users.id, id)).returning(columns))
}
