import { and, eq, inArray, desc, lt, sql } from 'drizzle-orm'
import { hasReadableText } from '@shared/scores'
import { addJob } from '../../db/add-job'
import type { Transaction, Database } from '../../db/client'
import { files, fileVersions } from '../../db/schema/files'
import { fileReadings } from '../../db/schema/scores'

/**
 * Has a new content read in the background, once it may be read. What still waits of the file's
 * earlier contents need not be: no one sees them. Call it where a content is stored.
 */
export async function awaitReading(
  tx: Transaction,
  version: { id: number; fileId: number; fileType: string },
): Promise<void> {
  const { id, fileId, fileType } = version
  const ofFile = tx
    .select({ id: fileVersions.id })
    .from(fileVersions)
    .where(eq(fileVersions.fileId, fileId))
  await tx
    .delete(fileReadings)
    .where(and(inArray(fileReadings.versionId, ofFile), eq(fileReadings.state, 'waiting')))
  if (!hasReadableText(fileType)) return
  // What was read before it was claimed, by an earlier version of the portal, need not be read again.
  await tx.insert(fileReadings).values({ versionId: id }).onConflictDoNothing()
  await addJob(tx, 'read-report', { versionId: id })
}

/** The same for what an upload shows, once it belongs to someone: a report of no one tells nothing. */
export async function awaitFirstReading(tx: Transaction, fileId: number): Promise<void> {
  const [shown] = await tx
    .select({ id: fileVersions.id, fileId: files.id, fileType: fileVersions.fileType })
    .from(files)
    .innerJoin(fileVersions, eq(fileVersions.storageKey, files.storageKey))
    .where(eq(files.id, fileId))
  if (shown) await awaitReading(tx, shown)
}

const batchSize = 200
const aboveAllIds = 2_147_483_647

/**
 * Notes of the next contents that are older than everything noted so far which of them should be read.
 * False when there are none left. Every one gets its row, so that the lowest tells where to go on.
 */
export async function awaitEarlierReadings(db: Database): Promise<boolean> {
  const lowest = db.select({ id: sql`min(${fileReadings.versionId})` }).from(fileReadings)
  const earlier = await db
    .select({
      versionId: fileVersions.id,
      fileType: fileVersions.fileType,
      isShown: sql<boolean>`${files.storageKey} = ${fileVersions.storageKey}`,
    })
    .from(fileVersions)
    .innerJoin(files, eq(files.id, fileVersions.fileId))
    .where(lt(fileVersions.id, sql`coalesce((${lowest}), ${aboveAllIds})`))
    .orderBy(desc(fileVersions.id))
    .limit(batchSize)
  if (earlier.length === 0) return false
  await db
    .insert(fileReadings)
    .values(
      earlier.map(({ versionId, fileType, isShown }) => ({
        versionId,
        state: isShown && hasReadableText(fileType) ? ('waiting' as const) : ('none' as const),
      })),
    )
    .onConflictDoNothing()
  return true
}
