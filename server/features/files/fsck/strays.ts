import { inArray, sql } from 'drizzle-orm'
import { isBackupRunning } from '../../../db/backup-lock'
import type { Database } from '../../../db/client'
import { fileVersions } from '../../../db/schema/files'
import { copies, type FileStorage, type StoredContent } from '../../../storage/port'

const batchSize = 500
/** A younger content may still get its row. */
const strayAgeMs = 60 * 60 * 1000

interface StrayCheck {
  db: Database
  storage: FileStorage
}

export interface Strays {
  /** Stored, but of no file, and nothing is about to remove them. */
  strays: string[]
  /** Without a row, but young, or about to be removed by a job. */
  inProgress: number
}

/** Finds every stored content that no file has or had. */
export async function findStrays({ db, storage }: StrayCheck): Promise<Strays> {
  const found: Strays = { strays: [], inProgress: 0 }
  for await (const batch of inBatches(storage.list())) {
    const keys = batch.map(({ storageKey }) => storageKey)
    const known = await keysWithRow(db, keys)
    const leaving = await keysOfRemovals(db, keys)
    for (const { storageKey, ageMs } of batch) {
      if (known.has(storageKey) || !(await isStored(storage, storageKey))) continue
      if (ageMs <= strayAgeMs || leaving.has(storageKey)) found.inProgress += 1
      else found.strays.push(storageKey)
    }
  }
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

async function* inBatches(found: AsyncIterable<StoredContent>): AsyncGenerator<StoredContent[]> {
  let batch: StoredContent[] = []
  for await (const content of found) {
    batch.push(content)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
