import { and, desc, eq, gte, isNull, lt, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { CredentialListQuery } from '@shared/credentials'
import type { SortedListQuery } from '@shared/lists'
import type { Queryable, Transaction } from '../../db/client'
import { readPage } from '../../db/lists/list-page'
import { byId, byTime } from '../../db/lists/order'
import { onlyRow } from '../../db/only-row'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import type { SealedColumn } from '../../db/sealing'
import { readSearch } from '../../db/lists/search'
import type { ListDatabases } from '../../db/lists/searches'

const columns = {
  id: monitoringCredentials.id,
  serviceName: monitoringCredentials.serviceName,
  serviceUrl: monitoringCredentials.serviceUrl,
  username: monitoringCredentials.username,
  userId: monitoringCredentials.userId,
  status: monitoringCredentials.status,
  statusReason: monitoringCredentials.statusReason,
  createdAt: monitoringCredentials.createdAt,
}
const sealedColumns = {
  ...columns,
  sealedPassword: monitoringCredentials.sealedPassword,
  sealedNotes: monitoringCredentials.sealedNotes,
}

export type CredentialRow = Omit<
  Awaited<ReturnType<typeof listCredentials>>['rows'][number],
  'sortKey'
>
export type OwnCredentialRow = Awaited<ReturnType<typeof listCredentialsOfUser>>[number]
export type SealedCredentialRow = CredentialRow & {
  sealedPassword: string
  sealedNotes: string | null
}

/** What a sealed value is bound to. */
export const sealedColumn = (column: 'password' | 'notes', id: number): SealedColumn => ({
  table: 'monitoring_credentials',
  column,
  id,
})

/** What someone shared, newest first: nothing that opens it. */
export async function listCredentialsOfUser(db: Queryable, userId: number) {
  return db
    .select({
      id: monitoringCredentials.id,
      serviceName: monitoringCredentials.serviceName,
      status: monitoringCredentials.status,
      statusReason: monitoringCredentials.statusReason,
      createdAt: monitoringCredentials.createdAt,
    })
    .from(monitoringCredentials)
    .where(eq(monitoringCredentials.userId, userId))
    .orderBy(desc(monitoringCredentials.id))
}

/** A page of credentials without their secrets. */
export async function listCredentials(dbs: ListDatabases, query: CredentialListQuery) {
  return readPage(dbs, {
    ...listedBy(query),
    select: (tx, { where, orderBy, sortKey, limit }) =>
      tx
        .select({ ...columns, sortKey })
        .from(monitoringCredentials)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
  })
}

/** The same with their secrets, still sealed. */
export async function listSealedCredentials(dbs: ListDatabases, query: SortedListQuery) {
  return readPage(dbs, {
    ...listedBy(query),
    select: (tx, { where, orderBy, sortKey, limit }) =>
      tx
        .select({ ...sealedColumns, sortKey })
        .from(monitoringCredentials)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
  })
}

const listedBy = (query: CredentialListQuery) => ({
  table: monitoringCredentials,
  filter: and(
    query.status ? eq(monitoringCredentials.status, query.status) : undefined,
    query.userId ? eq(monitoringCredentials.userId, query.userId) : undefined,
    query.from ? gte(monitoringCredentials.createdAt, query.from) : undefined,
    query.to ? lt(monitoringCredentials.createdAt, query.to) : undefined,
  ),
  search: readSearch(monitoringCredentials.search, query.search),
  order: (query.from || query.to ? byTime(monitoringCredentials.createdAt) : byId)[query.sort],
  query,
})

/** One credential with its secrets, still sealed. */
export async function getSealedCredential(db: Queryable, id: number) {
  const [row] = await db
    .select(sealedColumns)
    .from(monitoringCredentials)
    .where(eq(monitoringCredentials.id, id))
  return row ?? null
}

/** Of a credential that exists. */
export async function updateCredential(
  tx: Transaction,
  id: number,
  changed: PgUpdateSetSource<typeof monitoringCredentials>,
): Promise<CredentialRow> {
  const updated = await tx
    .update(monitoringCredentials)
    .set(changed)
    .where(eq(monitoringCredentials.id, id))
    .returning(columns)
  return onlyRow(updated)
}

export async function removeUnclaimedCredentials(db: Queryable, days: number): Promise<void> {
  await db
    .delete(monitoringCredentials)
    .where(
      and(
        isNull(monitoringCredentials.claimedAt),
        lt(monitoringCredentials.createdAt, sql`now() - make_interval(days => ${days})`),
      ),
    )
}
