import { and, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { addJob } from '../../db/add-job'
import { files, fileVersions } from '../../db/schema/files'
import type { FileStorage } from '../../storage/port'

const hourMs = 60 * 60 * 1000
const sweepBatch = 500

/** Removes the bytes of deleted files. */
export async function removeContents(storage: FileStorage, storageKeys: readonly string[]) {
  for (const storageKey of storageKeys) await storage.remove(storageKey)
}

/** Removes uploads that nobody claimed within the given days. */
export async function removeUnclaimedFiles(db: Database, days: number): Promise<void> {
  await db.transaction(async (tx) => {
    const expired = await tx
      .select({ id: files.id })
      .from(files)
      .where(
        and(
          isNull(files.claimedAt),
          lt(files.createdAt, sql`now() - make_interval(days => ${days})`),
        ),
      )
      .for('update')
    const ids = expired.map((row) => row.id)
    if (ids.length === 0) return
    const versions = await tx
      .select({ storageKey: fileVersions.storageKey })
      .from(fileVersions)
      .where(inArray(fileVersions.fileId, ids))
    await tx.delete(files).where(inArray(files.id, ids))
    await addJob(tx, 'remove-contents', { storageKeys: versions.map((row) => row.storageKey) })
  })
}

/**
 * Removes what an interrupted upload left: temporaries, and contents without a row, once they are
 * an hour old.
 */
export async function sweepStorage(db: Database, storage: FileStorage): Promise<void> {
  await storage.sweepTemporaries(hourMs)
  let batch: string[] = []
  for await (const storageKey of storage.listKept(hourMs)) {
    batch.push(storageKey)
    if (batch.length === sweepBatch) {
      await removeOrphans(db, storage, batch)
      batch = []
    }
  }
  await removeOrphans(db, storage, batch)
}

async function removeOrphans(db: Database, storage: FileStorage, storageKeys: string[]) {
  if (storageKeys.length === 0) return
  const known = await db
    .select({ storageKey: fileVersions.storageKey })
    .from(fileVersions)
    .where(inArray(fileVersions.storageKey, storageKeys))
  const kept = new Set(known.map((row) => row.storageKey))
  await removeContents(
    storage,
    storageKeys.filter((storageKey) => !kept.has(storageKey)),
  )
}
