import type { Logger } from 'pino'
import { eq, asc, inArray, and, isNull, lt, sql } from 'drizzle-orm'
import type { Ctx, EventSource } from '../../ctx'
import { addJob } from '../../db/add-job'
import { isBackupRunning } from '../../db/backup-lock'
import type { Transaction, Database } from '../../db/client'
import { removeStrayKeys } from '../../db/content-keys'
import { files, fileVersions } from '../../db/schema/files'
import { notFound } from '../../errors'
import { sweepIncoming } from '../../storage/incoming'
import type { FileStorage } from '../../storage/port'
import { recordEvent } from '../audit/record-event'
import { cancelMailsAbout } from '../mail/queue-decision-mail'
import { lockContent } from './queries'

/** Deletes a file with all its versions; the bytes go after the commit, by a job. */
export async function deleteFile(ctx: Ctx<EventSource>, fileId: number): Promise<void> {
  await ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    // Locked first, or a concurrent re-upload or restore would leave a version behind.
    if (!(await lockContent(tx, fileId))) throw notFound()
    await cancelMailsAbout(tx, 'file', fileId)
    await deleteLockedFiles(tx, [fileId])
    await recordEvent(inTx, 'file.deleted', `file:${fileId}`)
  })
}

/**
 * Deletes all documents of a person. The caller holds the person's row, so that none is added until it ends.
 * Returns their ids.
 */
export async function deleteFilesOfUser(tx: Transaction, userId: number): Promise<number[]> {
  const owned = await tx
    .select({ id: files.id })
    .from(files)
    .where(eq(files.userId, userId))
    .orderBy(asc(files.id))
    .for('update')
  const ids = owned.map(({ id }) => id)
  await deleteLockedFiles(tx, ids)
  return ids
}

/**
 * Deletes documents with all their versions; the bytes and their copies go after the commit, by a job. The
 * caller has locked them: a concurrent commit would leave a version behind.
 */
export async function deleteLockedFiles(tx: Transaction, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  const versions = await tx
    .select({ storageKey: fileVersions.storageKey })
    .from(fileVersions)
    .where(inArray(fileVersions.fileId, ids))
  await tx.delete(files).where(inArray(files.id, ids))
  await addJob(tx, 'remove-contents', { storageKeys: versions.map((row) => row.storageKey) })
}

const batchSize = 500

/** Removes uploads that no one has claimed for the given hours, oldest first, in small batches. Returns how many. */
export async function removeUnclaimedFiles(ctx: Ctx<EventSource>, hours: number): Promise<number> {
  const isOld = lt(files.createdAt, sql`now() - make_interval(hours => ${hours})`)
  const removeBatch = () =>
    ctx.tx(async ({ db: tx }) => {
      const expired = await tx
        .select({ id: files.id })
        .from(files)
        .where(and(isNull(files.claimedAt), isOld))
        .orderBy(asc(files.createdAt))
        .limit(batchSize)
        // A file that is being claimed at this moment is left alone.
        .for('update', { skipLocked: true })
      const ids = expired.map(({ id }) => id)
      await deleteLockedFiles(tx, ids)
      return ids.length
    })
  let all = 0
  for (;;) {
    const removed = await removeBatch()
    all += removed
    if (removed < batchSize) return all
  }
}

const sweepAgeMs = 60 * 60 * 1000
const strayKeyDays = 30
/** After which bytes that a backup may still need are tried to be removed again. */
const heldMs = 60_000

/** Removes the bytes of deleted files; while a backup is made, later. */
export async function removeContents(ctx: Ctx<EventSource>, storageKeys: string[]): Promise<void> {
  const { db, storage, logger } = ctx
  if (await isBackupRunning(db)) {
    const runAt = new Date(Date.now() + heldMs)
    await ctx.tx(async ({ db: tx }) => addJob(tx, 'remove-contents', { storageKeys }, { runAt }))
    return
  }
  for (const storageKey of storageKeys) await storage.remove(storageKey)
  sayRemoved(logger, 'contents of deleted documents', storageKeys.length)
}

/**
 * Clears away uploads that were killed while they arrived, and keys that no content has come to. Contents without
 * a row stay: a portal on a wrong, new or restored database must not destroy anyone's documents.
 */
export async function sweepStorage(
  db: Database,
  storage: FileStorage,
  logger: Logger,
): Promise<void> {
  sayRemoved(logger, 'uploads that never arrived', await sweepIncoming(storage, sweepAgeMs))
  // A backup opens contents by keys of files that may have been deleted since it began.
  if (await isBackupRunning(db)) return
  sayRemoved(logger, 'keys of no document', await removeStrayKeys(db, strayKeyDays))
}

/** A line for what is removed by the clock, and none for nothing. */
export function sayRemoved(logger: Logger, what: string, count: number): void {
  if (count > 0) logger.info({ what, count }, `removed ${count}`)
}
