import { eq, inArray, sql } from 'drizzle-orm'
import { maxFilesPerUser } from '@shared/file-kinds'
import { isBackupRunning } from '../../db/backup-lock'
import type { Database } from '../../db/client'
import { idRanges, isIn } from '../../db/ids'
import { files, fileVersions } from '../../db/schema/files'
import { copies, otherCopy, type FileStorage, type StoredContent } from '../../storage/port'
import { findFlawOfSize, readCopy } from '../../storage/read-content'
import { noteDamage } from './queries'

const batchSize = 2_000
/** So many contents are read in parallel. */
const readAtOnce = 8
/** A younger content may still get its row. */
const strayAgeMs = 60 * 60 * 1000

type Report = (problem: string) => void

/**
 * Reports files that show what they never held, that were claimed by no one or twice, and that are
 * more than a user may have. Returns how many files there are.
 */
export async function fsckFiles(db: Database, report: Report): Promise<number> {
  for await (const { after, upTo } of idRanges(db, files, batchSize)) {
    // An infected file's bytes and version are gone on purpose.
    const { rows } = await db.execute<{ id: number; problem: string }>(sql`
      select f.id, problem from files f, lateral (values
        (f.quarantine is distinct from 'infected' and (
          select v.id from file_versions v
          where v.storage_key = f.storage_key and v.file_id = f.id
            and v.sha256 = f.sha256 and v.file_size = f.file_size
        ) is null, 'the content it shows is none of its versions'),
        (f.user_id is not null and f.claimed_at is null, 'it has an owner, but was never claimed'),
        ((select c.id from monitoring_credentials c where c.upload_key = f.upload_key) is not null,
          'a shared login has the same key'),
        ((
          select e.id from audit_events e
          where e.object = 'file:' || f.id and e.action = 'file.linked' and e.actor_id <> f.user_id
          limit 1
        ) is not null, 'it was claimed by someone other than its owner'),
        ((select count(*) from files other where other.user_id = f.user_id and other.id <= f.id)
          > ${maxFilesPerUser}, 'its owner has more than ${sql.raw(String(maxFilesPerUser))} files')
      ) as found (is_wrong, problem)
      where f.id > ${after} and f.id <= ${upTo} and is_wrong
      order by f.id`)
    for (const { id, problem } of rows) report(`File ${id}: ${problem}`)
  }
  return db.$count(files)
}

interface ContentCheck {
  db: Database
  storage: FileStorage
  /** False: sizes only, which takes a fraction of the time. */
  checksums: boolean
  /** Called for each content or copy that was taken back from the other; without it none is. */
  noteRepaired?: (() => void) | undefined
  report: Report
}

type StoredVersion = Pick<
  typeof fileVersions.$inferSelect,
  'id' | 'fileId' | 'fileName' | 'fileSize' | 'storageKey'
>

/**
 * Reports every version whose content, or whose backup copy, is missing, damaged or unreadable, or takes it back from
 * the other one.
 * Returns how many there are.
 */
export async function fsckContents(check: ContentCheck): Promise<number> {
  let checked = 0
  for await (const range of idRanges(check.db, fileVersions, readAtOnce)) {
    const versions = await check.db.select().from(fileVersions).where(isIn(fileVersions.id, range))
    await Promise.all(versions.map((version) => checkVersion(check, version)))
    checked += versions.length
  }
  return checked
}

async function checkVersion(check: ContentCheck, version: StoredVersion): Promise<void> {
  const { db, storage, checksums, noteRepaired, report } = check
  const { id, fileId, fileName, storageKey } = version
  for (const copy of copies) {
    const flaw = checksums
      ? (await readCopy(storage, copy, version)).flaw
      : await findFlawOfSize(storage, copy, version)
    if (!flaw) continue
    // Deleted while it was looked at, it lacks nothing.
    if ((await db.$count(fileVersions, eq(fileVersions.storageKey, storageKey))) === 0) continue
    if (noteRepaired && (await readCopy(storage, otherCopy(copy), version)).bytes) {
      await storage.repair(storageKey, copy)
      if (copy === 'content') await noteDamage(db, storageKey, false)
      noteRepaired()
      continue
    }
    const name = copy === 'backup' ? 'backup copy' : copy
    report(`File ${fileId}, version ${id} (${fileName}): the ${name} ${flaw}`)
  }
}

interface StrayCheck {
  db: Database
  storage: FileStorage
}

interface Strays {
  /** Stored, but of no file, and nothing is about to remove them. */
  strays: string[]
  /** Without a row, but young, or about to be removed by a job. */
  inProgress: number
}

/** Finds every stored content that no file has or had. */
export async function findStrays({ db, storage }: StrayCheck): Promise<Strays> {
  const found: Strays = { strays: [], inProgress: 0 }
  const look = async (batch: StoredContent[]) => {
    const keys = batch.map(({ storageKey }) => storageKey)
    const known = await keysWithRow(db, keys)
    const leaving = await keysOfRemovals(db, keys)
    for (const { storageKey, ageMs } of batch) {
      if (known.has(storageKey) || !(await isStored(storage, storageKey))) continue
      if (ageMs <= strayAgeMs || leaving.has(storageKey)) found.inProgress += 1
      else found.strays.push(storageKey)
    }
  }
  let batch: StoredContent[] = []
  for await (const content of storage.list()) {
    batch.push(content)
    if (batch.length < 500) continue
    await look(batch)
    batch = []
  }
  if (batch.length > 0) await look(batch)
  return found
}

/** Throws, and removes nothing, while a backup is made, and when the database looks like another portal's. */
export async function removeStrays({ db, storage }: StrayCheck, strays: string[]): Promise<void> {
  if (await isBackupRunning(db)) throw new Error('A backup is being made. Please try again later.')
  if (strays.length > (await db.$count(fileVersions))) {
    throw new Error(
      'More is stored of no file than of files, so nothing was removed. Is this the right database?',
    )
  }
  for (const storageKey of strays) await storage.remove(storageKey)
}

async function isStored(storage: FileStorage, storageKey: string): Promise<boolean> {
  const sizes = await Promise.all(copies.map((copy) => storage.sizeOf(storageKey, copy)))
  return sizes.some((size) => size !== null)
}

async function keysWithRow(db: Database, storageKeys: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ storageKey: fileVersions.storageKey })
    .from(fileVersions)
    .where(inArray(fileVersions.storageKey, storageKeys))
  return new Set(rows.map((row) => row.storageKey))
}

/** Which of the keys a deletion has given to a job that has not finished. */
async function keysOfRemovals(db: Database, storageKeys: string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ storage_key: string }>(sql`
    select storage_key from graphile_worker._private_jobs as jobs
      join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id,
      json_array_elements_text(jobs.payload -> 'storageKeys') as removed (storage_key)
    where tasks.identifier = 'remove-contents' and storage_key in ${storageKeys}`)
  return new Set(rows.map((row) => row.storage_key))
}
