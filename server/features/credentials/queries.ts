import { and, desc, eq, inArray, isNull, lt, sql, asc, isNotNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CredentialFilter } from '@shared/bulk-runs'
import type { CredentialListQuery } from '@shared/credentials'
import type { SortedListQuery } from '@shared/lists'
import type { Queryable, Transaction, Database } from '../../db/client'
import { defineList, findRow } from '../../db/lists/list'
import { readPage } from '../../db/lists/list-page'
import type { ListDatabases } from '../../db/lists/searches'
import { rejectionReason } from '../../db/review'
import { credentialVersion, monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { users } from '../../db/schema/users'
import { type SealedColumn, type Sealer, openOrNull } from '../../db/sealing'
import { sqlLiteral, type Bind } from '../../db/sql-text'
import { orNotFound } from '../../errors'
import { purgeTime } from './purge-credentials'

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
  // Beside the others: in an object of JSON it would be no date.
  askedAt: person.askedAt,
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

export const sealedColumn = (column: 'password' | 'notes', id: number): SealedColumn => ({
  table: 'monitoring_credentials',
  column,
  id,
})

export const sealSecrets = (
  sealer: Sealer,
  id: number,
  { password, notes }: { password: string; notes?: string | undefined },
) => ({
  sealedPassword: sealer.seal(password, sealedColumn('password', id)),
  sealedNotes: notes ? sealer.seal(notes, sealedColumn('notes', id)) : null,
})

/** When it was shared with the values that it has now. */
const sharedAt = (row: Pick<CredentialRow, 'createdAt' | 'correctedAt'>): Date =>
  row.correctedAt ?? row.createdAt

/** Someone's shared logins, newest first: nothing that opens them. */
export const listCredentialsOfUser = (db: Queryable, userId: number) =>
  selectOwned(db)
    .where(eq(monitoringCredentials.userId, userId))
    .orderBy(desc(monitoringCredentials.id))

const selectOwned = (db: Queryable) =>
  db
    .select(ownColumns)
    .from(monitoringCredentials)
    .innerJoin(users, eq(users.id, monitoringCredentials.userId))

/** Throws 404 for someone else's. */
export async function getCredentialOfUser(db: Queryable, userId: number, id: number) {
  const isTheirs = and(eq(monitoringCredentials.id, id), eq(users.id, userId))
  const [row] = await selectOwned(db).where(isTheirs)
  return orNotFound(row)
}

export const listCredentials = (dbs: ListDatabases, query: CredentialListQuery) =>
  readPage(dbs, credentialList, query)

const listed = {
  table: 'monitoring_credentials',
  joins: 'left join users person on person.id = monitoring_credentials.user_id',
  filter: ({ status, userId }: Omit<CredentialFilter, 'search'>, bind: Bind) => [
    status && `monitoring_credentials.status = ${sqlLiteral(status)}`,
    userId !== undefined && `monitoring_credentials.user_id = ${bind(userId)}::int`,
  ],
}

/** The credentials that a query shows, without their secrets, whichever part of them is read. */
export const credentialList = defineList({ ...listed, name: 'logins', columns: listedColumns })

export const sealedCredentialList = defineList({
  ...listed,
  name: 'sealed logins',
  columns: sealedColumns,
})

export const listSealedCredentials = (dbs: ListDatabases, query: SortedListQuery) =>
  readPage(dbs, sealedCredentialList, query)

export const getCredential = (db: Queryable, id: number) => findRow(db, credentialList, id)

/** Locks an owner's credential until the transaction ends. Throws 404 when it is someone else's. */
export async function lockCredentialOfUser(tx: Transaction, userId: number, id: number) {
  // The person first, like every decision that concerns both.
  const [owner] = await tx
    .select({ status: users.status })
    .from(users)
    .where(eq(users.id, userId))
    .for('share')
  const [row] = await tx
    .select({ id: monitoringCredentials.id })
    .from(monitoringCredentials)
    .where(and(eq(monitoringCredentials.id, id), eq(monitoringCredentials.userId, userId)))
    .for('update')
  orNotFound(row)
  return { ownerStatus: orNotFound(owner).status }
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

export async function removeUnclaimedCredentials(db: Queryable, days: number): Promise<number> {
  const { rowCount } = await db
    .delete(monitoringCredentials)
    .where(
      and(
        isNull(monitoringCredentials.claimedAt),
        lt(monitoringCredentials.createdAt, sql`now() - make_interval(days => ${days})`),
      ),
    )
  return rowCount ?? 0
}

/** Reports shared logins with an owner who never claimed them. Returns how many shared logins there are. */
export async function fsckCredentials(
  db: Database,
  report: (problem: string) => void,
): Promise<number> {
  const { id, userId, claimedAt } = monitoringCredentials
  const unclaimed = await db
    .select({ id })
    .from(monitoringCredentials)
    .where(and(isNotNull(userId), isNull(claimedAt)))
    .orderBy(asc(id))
  for (const credential of unclaimed) {
    report(`Shared login ${credential.id}: it has an owner, but was never claimed`)
  }
  return db.$count(monitoringCredentials)
}

export const presentOwnCredential = (row: OwnCredentialRow) => ({
  ...row,
  statusReason: rejectionReason(row),
  sharedAt: sharedAt(row),
  deletedOn: row.owner.status === 'pending' ? null : purgeTime(row.owner.decidedAt),
})

export const presentCredential = ({ owner, askedAt, ...row }: CredentialRow) => ({
  ...row,
  owner: owner && { ...owner, askedAt: askedAt ?? undefined },
})

/** Opens the sealed secrets: for the one page that shows them. */
export function openCredential(
  { sealedPassword, sealedNotes, ...row }: SealedCredentialRow,
  sealer: Sealer,
) {
  const open = (column: 'password' | 'notes', sealed: string) =>
    openOrNull(() => sealer.open(sealed, sealedColumn(column, row.id)))
  return {
    ...presentCredential(row),
    password: open('password', sealedPassword),
    notes: sealedNotes && open('notes', sealedNotes),
  }
}
