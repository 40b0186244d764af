import { and, eq, inArray } from 'drizzle-orm'
import { hasReadableText } from '@shared/scores'
import { addJob } from '../../db/add-job'
import type { Transaction } from '../../db/client'
import { fileVersions } from '../../db/schema/files'
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
  await tx.insert(fileReadings).values({ versionId: id })
  await addJob(tx, 'read-report', { versionId: id }, { queue: 'read-reports' })
}
