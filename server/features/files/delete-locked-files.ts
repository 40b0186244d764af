import { inArray } from 'drizzle-orm'
import { addJob } from '../../db/add-job'
import type { Transaction } from '../../db/client'
import { files, fileVersions } from '../../db/schema/files'

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
