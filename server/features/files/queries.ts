import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FileFilter } from '@shared/bulk-runs'
import { maxFilesPerUser } from '@shared/file-kinds'
import type { FileListQuery } from '@shared/files'
import type { Actor } from '../../ctx'
import type { Queryable, Transaction, Database } from '../../db/client'
import { defineList, findRow } from '../../db/lists/list'
import { readPage } from '../../db/lists/list-page'
import type { ListDatabases } from '../../db/lists/searches'
import { rejectionReason } from '../../db/review'
import { files, fileVersions, sortedFileName } from '../../db/schema/files'
import { users } from '../../db/schema/users'
import { sqlLiteral, renderSql } from '../../db/sql-text'

const columns = {
  id: files.id,
  fileName: files.fileName,
  fileSize: files.fileSize,
  fileType: files.fileType,
  status: files.status,
  statusReason: files.statusReason,
  quarantine: files.quarantine,
  uploadKey: files.uploadKey,
  userId: files.userId,
  createdAt: files.createdAt,
}

const ownColumns = {
  ...columns,
  statusAt: files.statusAt,
  // Written out, because in a list of one table drizzle leaves the table's name away.
  uploadedAt: sql`coalesce((
    select max(version.created_at) from file_versions version
    where version.file_id = files.id and version.sha256 = files.sha256
      and version.reason <> 'restore'), files.created_at)`.mapWith(files.createdAt),
  // Counts for the content that it shows now. What its owner opens isn't recorded.
  lastOpenedAt: sql<Date | null>`(
    select max(event.at) from audit_events event
    where event.object = 'file:' || files.id and event.action = 'file.opened'
      and event.at >= coalesce((
        select max(version.created_at) from file_versions version
        where version.file_id = files.id and version.sha256 = files.sha256
          and version.reason <> 'restore'), files.created_at))`.mapWith(files.createdAt),
}

const owner = alias(users, 'owner')

const reviewedColumns = {
  ...columns,
  sha256: files.sha256,
  owner: {
    id: owner.id,
    firstName: owner.firstName,
    lastName: owner.lastName,
    email: owner.email,
    phoneNumber: owner.phoneNumber,
  },
  // Beside the others: in an object of JSON it would be no date.
  askedAt: owner.askedAt,
}

export type FileRow = Awaited<ReturnType<typeof listFilesOfUser>>[number]
export type FileVersionRow = Awaited<ReturnType<typeof listVersions>>[number]
export type StoredFile = NonNullable<Awaited<ReturnType<typeof getStoredFile>>>
export type ReviewedFileRow = NonNullable<Awaited<ReturnType<typeof getReviewedFile>>>

export async function listFilesOfUser(db: Queryable, userId: number) {
  return db.select(ownColumns).from(files).where(eq(files.userId, userId)).orderBy(desc(files.id))
}

export async function countFilesOfUser(db: Queryable, userId: number): Promise<number> {
  return db.$count(files, eq(files.userId, userId))
}

export async function getFile(db: Queryable, id: number) {
  const [row] = await db.select(ownColumns).from(files).where(eq(files.id, id))
  return row ?? null
}

/** With the stored content that it shows now. */
export async function getStoredFile(db: Queryable, by: { id: number } | { uploadKey: string }) {
  const [row] = await db
    .select({
      ...columns,
      storageKey: files.storageKey,
      sha256: files.sha256,
      isDamaged: sql<boolean>`coalesce(${fileVersions.isDamaged}, false)`,
    })
    .from(files)
    .leftJoin(fileVersions, eq(fileVersions.storageKey, files.storageKey))
    .where('id' in by ? eq(files.id, by.id) : eq(files.uploadKey, by.uploadKey))
  return row ?? null
}

/** Holds what a file shows now against other changes until the transaction ends. */
export async function lockContent(tx: Transaction, id: number) {
  const [row] = await tx
    .select({ storageKey: files.storageKey })
    .from(files)
    .where(eq(files.id, id))
    .for('update')
  return row ?? null
}

/** Whether an upload can still be claimed; held until the transaction ends. */
export async function lockUnclaimed(tx: Transaction, uploadKey: string): Promise<boolean> {
  const found = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.uploadKey, uploadKey), isNull(files.claimedAt)))
    .for('update')
  return found.length > 0
}

/** Every content that is kept of a file, newest first. */
export async function listVersions(db: Queryable, fileId: number) {
  const isOfFile = eq(fileVersions.fileId, fileId)
  return db.select().from(fileVersions).where(isOfFile).orderBy(desc(fileVersions.id))
}

export const listReviewedFiles = (dbs: ListDatabases, query: FileListQuery) =>
  readPage(dbs, reviewedFileList, query)

export const reviewedFileList = defineList({
  name: 'files',
  table: 'files',
  columns: reviewedColumns,
  joins: 'left join users owner on owner.id = files.user_id',
  filter: ({ status, userId, quarantine }: FileFilter, bind) => [
    status && `files.status = ${sqlLiteral(status)}`,
    userId !== undefined && `files.user_id = ${bind(userId)}::int`,
    isInQuarantine(quarantine),
  ],
  orders: { name: { direction: 'asc', key: { of: renderSql(sortedFileName), type: 'text' } } },
})

function isInQuarantine(state: FileFilter['quarantine']) {
  if (state === 'any') return 'files.quarantine is not null'
  return state && `files.quarantine = ${sqlLiteral(state)}`
}

export const getReviewedFile = (db: Queryable, id: number) => findRow(db, reviewedFileList, id)

export async function unclaimedBytes(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${files.fileSize}), 0)` })
    .from(files)
    .where(sql`${files.claimedAt} is null`)
  return Number(row?.bytes ?? 0)
}

/** Partners are told why a document was rejected, and nothing else that the administrator wrote down. */
export const presentOwnFile = (row: FileRow) => ({
  ...row,
  statusReason: rejectionReason(row),
  quarantine: row.quarantine ?? undefined,
})

export const presentReviewedFile = ({ owner: person, askedAt, ...row }: ReviewedFileRow) => ({
  ...row,
  quarantine: row.quarantine ?? undefined,
  version: row.sha256,
  owner: person && { ...person, askedAt: askedAt ?? undefined },
})

export const ownsFile = (actor: Actor, file: { userId: number | null }): boolean =>
  file.userId === actor.id

export const canReplaceFile = (actor: Actor, file: { userId: number | null }): boolean =>
  actor.isAdmin === 1 || ownsFile(actor, file)

/** The administrator has no documents. */
export const canLinkFiles = (actor: Actor): boolean => actor.isAdmin === 0

export const hasRoomForFile = (fileCount: number): boolean => fileCount < maxFilesPerUser

/** Remembers whether a content was damaged when it was last read, for those who only ask. */
export async function noteDamage(
  db: Database,
  storageKey: string,
  isDamaged: boolean,
): Promise<void> {
  await db.update(fileVersions).set({ isDamaged }).where(eq(fileVersions.storageKey, storageKey))
}
