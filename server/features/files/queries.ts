import { and, desc, eq, gte, isNotNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FileFilter } from '@shared/bulk-runs'
import type { FileExportQuery, FileListQuery } from '@shared/files'
import type { Queryable, Transaction } from '../../db/client'
import { hasWord } from '../../db/literals'
import { readPage } from '../../db/lists/list-page'
import { defineList } from '../../db/lists/open-list'
import type { Shape } from '../../db/lists/shapes'
import type { Selecting, Selection } from '../../db/lists/list-source'
import { byId, byTime, type Order } from '../../db/lists/order'
import { files, fileVersions, sortedFileName } from '../../db/schema/files'
import { users } from '../../db/schema/users'
import { parseSearch, readSearch } from '../../db/lists/search'
import type { ListDatabases } from '../../db/lists/searches'

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
  // Of the content that it shows now. The portal's one administrator opens documents of others.
  lastOpenedAt: sql<Date | null>`(
    select max(event.at) from audit_events event
    where event.object = 'file:' || files.id and event.action = 'file.opened'
      and event.actor_id <> files.user_id
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
}

export type FileRow = Awaited<ReturnType<typeof listFilesOfUser>>[number]
export type FileVersionRow = Awaited<ReturnType<typeof listVersions>>[number]
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
      damagedFingerprint: fileVersions.damagedFingerprint,
    })
    .from(files)
    .leftJoin(fileVersions, eq(fileVersions.storageKey, files.storageKey))
    .where('id' in by ? eq(files.id, by.id) : eq(files.uploadKey, by.uploadKey))
  return row ?? null
}

/** What a file shows now, held against other changes until the transaction ends. */
export async function lockContent(tx: Transaction, id: number) {
  const [row] = await tx
    .select({ storageKey: files.storageKey })
    .from(files)
    .where(eq(files.id, id))
    .for('update')
  return row ?? null
}

/** Every content that is kept of a file, newest first. */
export async function listVersions(db: Queryable, fileId: number) {
  return db
    .select({
      id: fileVersions.id,
      storageKey: fileVersions.storageKey,
      fileName: fileVersions.fileName,
      fileType: fileVersions.fileType,
      sha256: fileVersions.sha256,
      approvedAt: fileVersions.approvedAt,
    })
    .from(fileVersions)
    .where(eq(fileVersions.fileId, fileId))
    .orderBy(desc(fileVersions.id))
}

/** A page of files, each with its owner. */
export const listReviewedFiles = (dbs: ListDatabases, query: FileListQuery) =>
  readPage(dbs, reviewedFileList, query)

/** The files that a query shows, whichever part of them is read. */
export const reviewedFileList = defineList('files', (query: Shape<FileExportQuery>) => ({
  table: files,
  filter: matchingFiles(query),
  search: readSearch(files, query.search),
  order: fileOrder(query),
  isDated: Boolean(query.from ?? query.to),
  select: (tx: Selecting, { where, orderBy, limit, extra }: Selection) =>
    tx
      .select({ ...reviewedColumns, ...extra })
      .from(files)
      .leftJoin(owner, eq(owner.id, files.userId))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
}))

/** The documents that a filter shows. */
export const matchFiles = (filter: FileFilter) =>
  and(matchingFiles(filter), readSearch(files, parseSearch(filter.search)).condition)

type NarrowedFiles = Omit<Shape<FileFilter>, 'search'>

const matchingFiles = ({ status, userId, quarantine, from, to }: NarrowedFiles) =>
  and(
    status ? hasWord(files.status, status) : undefined,
    userId ? eq(files.userId, userId) : undefined,
    isInQuarantine(quarantine),
    from ? gte(files.createdAt, from) : undefined,
    to ? lt(files.createdAt, to) : undefined,
  )

function isInQuarantine(state: FileListQuery['quarantine']) {
  if (!state) return undefined
  return state === 'any' ? isNotNull(files.quarantine) : hasWord(files.quarantine, state)
}

function fileOrder({ sort, from, to }: Shape<FileExportQuery>): Order {
  if (sort === 'name') return { direction: 'asc', key: { of: sortedFileName, type: 'text' } }
  return (from || to ? byTime(files.createdAt) : byId)[sort]
}

export async function getReviewedFile(db: Queryable, id: number) {
  const [row] = await db
    .select(reviewedColumns)
    .from(files)
    .leftJoin(owner, eq(owner.id, files.userId))
    .where(eq(files.id, id))
  return row ?? null
}

/** Bytes of all contents that no one has claimed yet. */
export async function unclaimedBytes(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${files.fileSize}), 0)` })
    .from(files)
    .where(sql`${files.claimedAt} is null`)
  return Number(row?.bytes ?? 0)
}
