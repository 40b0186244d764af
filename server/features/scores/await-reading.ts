import { and, eq, inArray } from 'drizzle-orm'
import { hasReadableText } from '@shared/scores'
import { addJob } from '../../db/add-job'
import type { Transaction } from '../../db/client'
import { files, fileVersions } from '../../db/schema/files'
import { fileReadings } from '../../db/schema/scores'

/**
 * Has a new content read in the background, once it may be read. Earlier contents of the file that still wait are
 * not read any more: no one sees them. Call it where a content is stored.
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
  await tx.insert(fileReadings).values({ versionId: id }).onConflictDoNothing()
  await addJob(tx, 'read-report', { versionId: id })
}

/** Has the content of an upload read, once it belongs to someone: a report of no one tells nothing. */
export async function awaitFirstReading(tx: Transaction, fileId: number): Promise<void> {
  const [shown] = await tx
    .select({ id: fileVersions.id, fileId: files.id, fileType: fileVersions.fileType })
    .from(files)
    .innerJoin(fileVersions, eq(fileVersions.storageKey, files.storageKey))
    .where(eq(files.id, fileId))
  if (shown) await awaitReading(tx, shown)
}
