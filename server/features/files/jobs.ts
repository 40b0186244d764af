import type { Ctx, EventSource } from '../../ctx'
import { addJob } from '../../db/add-job'
import { isBackupRunning } from '../../db/backup-lock'
import type { Database } from '../../db/client'
import { removeStrayKeys } from '../../db/content-keys'
import { sweepIncoming } from '../../storage/incoming'
import type { FileStorage } from '../../storage/port'

const sweepAgeMs = 60 * 60 * 1000
const strayKeyDays = 30
/** After which bytes that a backup may still need are tried to be removed again. */
const heldMs = 60_000

/** Removes the bytes of deleted files; while a backup is made, later. */
export async function removeContents(ctx: Ctx<EventSource>, storageKeys: string[]): Promise<void> {
  const { db, storage } = ctx
  if (await isBackupRunning(db)) {
    const runAt = new Date(Date.now() + heldMs)
    await ctx.tx(async ({ db: tx }) => addJob(tx, 'remove-contents', { storageKeys }, { runAt }))
    return
  }
  for (const storageKey of storageKeys) await storage.remove(storageKey)
}

/**
 * Clears away uploads that were killed while they arrived, and keys that no content has come to. Contents without
 * a row stay: a portal on a wrong, new or restored database must not destroy anyone's documents.
 */
export async function sweepStorage(db: Database, storage: FileStorage): Promise<void> {
  await sweepIncoming(storage, sweepAgeMs)
  // A backup opens contents by keys of files that may have been deleted since it began.
  if (!(await isBackupRunning(db))) await removeStrayKeys(db, strayKeyDays)
}
