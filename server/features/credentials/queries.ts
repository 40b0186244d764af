import { and, desc, eq, gte, inArray, isNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CredentialFilter } from '@shared/bulk-runs'
import type { CredentialExportQuery, CredentialListQuery } from '@shared/credentials'
import type { SortedListQuery } from '@shared/lists'
import type { Queryable, Transaction } from '../../db/client'
import { hasWord } from '../../db/literals'
import { readPage } from '../../db/lists/list-page'
import { defineList } from '../../db/lists/open-list'
import type { Shape } from '../../db/lists/shapes'
import type { Selecting, Selection } from '../../db/lists/list-source'
import { byId, byTime } from '../../db/lists/order'
import { credentialVersion, monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { users } from '../../db/schema/users'
import type { SealedColumn } from '../../db/sealing'
import { parseSearch, readSearch } from '../../db/lists/search'
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
  correctedAt: monitoringCredentials.correctedAt,
  version: credentialVersion,
}

const person = alias(users, 'person')

const listedColumns = {
  ...columns,
  owner: { id: person.id, firstName: person.firstName, lastName: person.lastName },
}
const sealedColumns = {
  ...listedColumns,
  sealedPassword: monitoringCredentials.sealedPassword,
  sealedNotes: monitoringCredentials.sealedNotes,
}

const ownColumns = {
  ...columns,
  lastOpenedAt: monitoringCredentials.lastOpenedAt,
  owner: {
    status: users.status,
    decidedAt: sql`coalesce(${users.statusAt}, ${users.createdAt})`.mapWith(users.createdAt),
  },
}

export type CredentialRow = Awaited<ReturnType<typeof listCredentials>>['rows'][number]
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

/** When it was shared with the values that it has now. */
export const sharedAt = (row: Pick<CredentialRow, 'createdAt' | 'correctedAt'>): Date =>
  row.correctedAt ?? row.createdAt

/** What someone shared, newest first: nothing that opens it. */
export async function listCredentialsOfUser(db: Queryable, userId: number) {
  return db
    .select(ownColumns)
    .from(monitoringCredentials)
    .innerJoin(users, eq(users.id, monitoringCredentials.userId))
    .where(eq(monitoringCredentials.userId, userId))
    .orderBy(desc(monitoringCredentials.id))
}

/** One of them; null when it is someone else's. */
export async function getCredentialOfUser(db: Queryable, userId: number, id: number) {
  const [row] = await db
    .select(ownColumns)
    .from(monitoringCredentials)
    .innerJoin(users, eq(users.id, monitoringCredentials.userId))
    .where(and(eq(monitoringCredentials.id, id), eq(users.id, userId)))
  return row ?? null
}

/** A page of credentials without their secrets. */
export const listCredentials = (dbs: ListDatabases, query: CredentialListQuery) =>
  readPage(dbs, credentialList, query)

/** The credentials that a query shows, without their secrets, whichever part of them is read. */
export const credentialList = defineList('logins', (query: Shape<CredentialExportQuery>) => ({
  ...listedBy(query),
  select: (tx: Selecting, { where, orderBy, limit, extra }: Selection) =>
    tx
      .select({ ...listedColumns, ...extra })
      .from(monitoringCredentials)
      .leftJoin(person, eq(person.id, monitoringCredentials.userId))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
}))

/** The same with their secrets, still sealed. */
export const listSealedCredentials = (dbs: ListDatabases, query: SortedListQuery) =>
  readPage(dbs, sealedCredentialList, query)

const sealedCredentialList = defineList('sealed logins', (query: Shape<SortedListQuery>) => ({
  ...listedBy(query),
  select: (tx: Selecting, { where, orderBy, limit, extra }: Selection) =>
    tx
      .select({ ...sealedColumns, ...extra })
      .from(monitoringCredentials)
      .leftJoin(person, eq(person.id, monitoringCredentials.userId))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
}))

const listedBy = (query: Shape<CredentialExportQuery>) => ({
  table: monitoringCredentials,
  filter: matchingCredentials(query),
  search: readSearch(monitoringCredentials, query.search),
  order: (query.from || query.to ? byTime(monitoringCredentials.createdAt) : byId)[query.sort],
})

/** The credentials that a filter shows. */
export const matchCredentials = (filter: CredentialFilter) =>
  and(
    matchingCredentials(filter),
    readSearch(monitoringCredentials, parseSearch(filter.search)).condition,
  )

type NarrowedCredentials = Omit<Shape<CredentialFilter>, 'search'>

const matchingCredentials = ({ status, userId, from, to }: NarrowedCredentials) =>
  and(
    status ? hasWord(monitoringCredentials.status, status) : undefined,
    userId ? eq(monitoringCredentials.userId, userId) : undefined,
    from ? gte(monitoringCredentials.createdAt, from) : undefined,
    to ? lt(monitoringCredentials.createdAt, to) : undefined,
  )

export async function getCredential(db: Queryable, id: number) {
  const [row] = await db
    .select(listedColumns)
    .from(monitoringCredentials)
    .leftJoin(person, eq(person.id, monitoringCredentials.userId))
    .where(eq(monitoringCredentials.id, id))
  return row ?? null
}

/** One credential with its secrets, still sealed. */
export async function getSealedCredential(db: Queryable, id: number) {
  const [row] = await db
    .select(sealedColumns)
    .from(monitoringCredentials)
    .leftJoin(person, eq(person.id, monitoringCredentials.userId))
    .where(eq(monitoringCredentials.id, id))
  return row ?? null
}

/**
 * An owner's credential, locked until the transaction ends, and whether its owner was decided about; null
 * when it is someone else's.
 */
export async function lockCredentialOfUser(tx: Transaction, userId: number, id: number) {
  // The person first, like every decision that concerns both.
  const [owner] = await tx
    .select({ status: users.status })
    .from(users)
    .where(eq(users.id, userId))
    .for('share')
  const [row] = await tx
    .select(columns)
    .from(monitoringCredentials)
    .where(and(eq(monitoringCredentials.id, id), eq(monitoringCredentials.userId, userId)))
    .for('update')
  return owner && row ? { ...row, owner } : null
}

/**
 * Notes that the administrator was shown these passwords. Rows that are locked by
 * a change are skipped: after the change they are shown again.
 */
export async function markOpened(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const shown = tx
    .select({ id: monitoringCredentials.id })
    .from(monitoringCredentials)
    .where(inArray(monitoringCredentials.id, [...ids]))
    .orderBy(monitoringCredentials.id)
    .for('update', { skipLocked: true })
  await tx
    .update(monitoringCredentials)
    .set({ lastOpenedAt: sql`now()` })
    .where(inArray(monitoringCredentials.id, shown))
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
