import { desc, eq, lt, sql } from 'drizzle-orm'
import { hasReadableText } from '@shared/scores'
import type { Database } from '../../db/client'
import { files, fileVersions } from '../../db/schema/files'
import { fileReadings } from '../../db/schema/scores'

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
