import { eq, asc, inArray } from 'drizzle-orm'
import type { Ctx, EventSource } from '../../ctx'
import type { Transaction } from '../../db/client'
import { addJob } from '../../db/add-job'
import { files, fileVersions } from '../../db/schema/files'
import { notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { cancelMailsAbout } from '../mail/queue-decision-mail'
import { listVersions, lockContent } from './queries'

/** Deletes a file with all its versions; the bytes go after the commit, by a job. */
export async function deleteFile(ctx: Ctx<EventSource>, fileId: number): Promise<void> {
  await ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    // Locked first, or a concurrent re-upload or restore would leave a version behind.
    if (!(await lockContent(tx, fileId))) throw notFound()
    const versions = await listVersions(tx, fileId)
    await cancelMailsAbout(tx, 'file', fileId)
    await tx.delete(files).where(eq(files.id, fileId))
    await addJob(tx, 'remove-contents', { storageKeys: versions.map((row) => row.storageKey) })
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
