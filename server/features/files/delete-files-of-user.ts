import { asc, eq, inArray } from 'drizzle-orm'
import { addJob } from '../../db/add-job'
import type { Transaction } from '../../db/client'
import { files, fileVersions } from '../../db/schema/files'

/**
 * Deletes all documents of a person with all their versions; the bytes and their copies go after the
 * commit, by a job. The caller holds the person's row, so that none is added meanwhile. Returns their ids.
 */
export async function deleteFilesOfUser(tx: Transaction, userId: number): Promise<number[]> {
  const owned = await tx
    .select({ id: files.id })
    .from(files)
    .where(eq(files.userId, userId))
    .orderBy(asc(files.id))
    // Locked first, or a decision or virus check that commits meanwhile would leave a version behind.
    .for('update')
  const ids = owned.map(({ id }) => id)
  if (ids.length === 0) return []
  const versions = await tx
    .select({ storageKey: fileVersions.storageKey })
    .from(fileVersions)
    .where(inArray(fileVersions.fileId, ids))
  await tx.delete(files).where(inArray(files.id, ids))
  await addJob(tx, 'remove-contents', { storageKeys: versions.map((row) => row.storageKey) })
  return ids
}
