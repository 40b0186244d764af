import { inArray } from 'drizzle-orm'
import { addJob } from '../../db/add-job'
import { isBackupRunning } from '../../db/backup-lock'
import type { Database } from '../../db/client'
import { removeStrayKeys } from '../../db/content-keys'
import { fileVersions } from '../../db/schema/files'
import type { FileStorage } from '../../storage/port'

const hourMs = 60 * 60 * 1000
/** Younger contents may still get their row. */
export const sweepAgeMs = hourMs
const orphanDays = 30
const orphanMs = orphanDays * 24 * hourMs
const sweepBatch = 500
/** After which bytes that a backup may still need are tried to be removed again. */
const heldMs = 60_000

/**
 * Removes the bytes of deleted files, also where a sweep that came first has put them; while a backup
 * is made, later.
 */
export async function removeContents(
  db: Database,
  storage: FileStorage,
  storageKeys: string[],
): Promise<void> {
  if (await isBackupRunning(db)) {
    const runAt = new Date(Date.now() + heldMs)
    await db.transaction((tx) => addJob(tx, 'remove-contents', { storageKeys }, { runAt }))
    return
  }
  for (const storageKey of storageKeys) {
    await storage.remove(storageKey)
    await storage.removeOrphan(storageKey)
  }
}

/**
 * Clears away what an interrupted upload left: temporaries, and contents without a row, once they
 * are an hour old. Contents are only moved to the orphans, for 30 days, and restored when a row names them:
 * a portal started on a wrong, new or restored database must not destroy anyone's documents. Keys without a
 * content go after the same time. While a backup is made everything stays where it is.
 */
export async function sweepStorage(db: Database, storage: FileStorage): Promise<void> {
  await storage.sweepTemporaries(sweepAgeMs)
  for await (const batch of inBatches(storage.listOrphans(0))) {
    const withRow = await keysWithRow(db, batch)
    for (const storageKey of withRow) await storage.restoreOrphan(storageKey)
  }
  for await (const batch of inBatches(storage.listKept(sweepAgeMs))) {
    const withRow = await keysWithRow(db, batch)
    // Asked after the rows: what has lost its row since may belong to the backup.
    if (await isBackupRunning(db)) return
    for (const storageKey of batch)
      if (!withRow.has(storageKey)) await storage.moveToOrphans(storageKey)
  }
  for await (const storageKey of storage.listOrphans(orphanMs)) {
    await storage.removeOrphan(storageKey)
  }
  await removeStrayKeys(db, orphanDays)
}

/** Which of the keys a file has, or had before. */
export async function keysWithRow(db: Database, storageKeys: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ storageKey: fileVersions.storageKey })
    .from(fileVersions)
    .where(inArray(fileVersions.storageKey, storageKeys))
  return new Set(rows.map((row) => row.storageKey))
}

export async function* inBatches(storageKeys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const storageKey of storageKeys) {
    batch.push(storageKey)
    if (batch.length === sweepBatch) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
