import { and, asc, isNull, lt, sql } from 'drizzle-orm'
import type { Ctx, EventSource } from '../../ctx'
import { files } from '../../db/schema/files'
import { deleteLockedFiles } from './delete-file'

const batchSize = 500

/** Removes uploads that no one has claimed for the given hours, oldest first, in small batches. */
export async function removeUnclaimedFiles(ctx: Ctx<EventSource>, hours: number): Promise<void> {
  let removed: number
  do removed = await removeBatch(ctx, hours)
  while (removed === batchSize)
}

async function removeBatch(ctx: Ctx<EventSource>, hours: number): Promise<number> {
  return ctx.tx(async ({ db: tx }) => {
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
