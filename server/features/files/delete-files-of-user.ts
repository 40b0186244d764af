import { asc, eq } from 'drizzle-orm'
import type { Transaction } from '../../db/client'
import { files } from '../../db/schema/files'
import { deleteLockedFiles } from './delete-locked-files'

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
