import { and, asc, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { files } from '../../db/schema/files'
import { deleteLockedFiles } from './delete-file'

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
    await deleteLockedFiles(
      tx,
      expired.map(({ id }) => id),
    )
    return expired.length
  })
}
