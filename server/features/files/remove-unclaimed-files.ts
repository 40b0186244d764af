import { and, asc, inArray, isNull, lt, sql } from 'drizzle-orm'
import { addJob } from '../../db/add-job'
import type { Database } from '../../db/client'
import { files, fileVersions } from '../../db/schema/files'

const batchSize = 500

/** Removes uploads that no one has claimed for the given hours, oldest first, in small batches. */
export async function removeUnclaimedFiles(db: Database, hours: number): Promise<void> {
  let removed: number
  do removed = await removeBatch(db, hours)
  while (removed === batchSize)
}

async function removeBatch(db: Database, hours: number): Promise<number> {
  return db.transaction(async (tx) => {
    const expired = await tx
      .select({ id: files.id })
      .from(files)
      .where(
        and(
          isNull(files.claimedAt),
          lt(files.createdAt, sql`now() - make_interval(hours => ${hours})`),
        ),
      )
      .orderBy(asc(files.createdAt))
      .limit(batchSize)
      // What is being claimed at this moment is left alone.
      .for('update', { skipLocked: true })
    const ids = expired.map((row) => row.id)
    if (ids.length === 0) return 0
    const versions = await tx
      .select({ storageKey: fileVersions.storageKey })
      .from(fileVersions)
      .where(inArray(fileVersions.fileId, ids))
    await tx.delete(files).where(inArray(files.id, ids))
    await addJob(tx, 'remove-contents', { storageKeys: versions.map((row) => row.storageKey) })
    return ids.length
  })
}
