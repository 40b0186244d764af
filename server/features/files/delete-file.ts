import { eq } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { addJob } from '../../db/add-job'
import { files, fileVersions } from '../../db/schema/files'
import { notFound } from '../../http/errors'
import { recordEvent } from '../audit/record-event'

/** Deletes a file with all its versions; the bytes go after the commit, by a job. */
export async function deleteFile(input: {
  db: Database
  fileId: number
  actorId: number
  ip: string | undefined
}): Promise<void> {
  const { db, fileId, actorId, ip } = input
  await db.transaction(async (tx) => {
    const versions = await tx
      .select({ storageKey: fileVersions.storageKey })
      .from(fileVersions)
      .where(eq(fileVersions.fileId, fileId))
    const [deleted] = await tx.delete(files).where(eq(files.id, fileId)).returning({ id: files.id })
    if (!deleted) throw notFound()
    await addJob(tx, 'remove-contents', { storageKeys: versions.map((row) => row.storageKey) })
    await recordEvent(tx, { action: 'file.deleted', actorId, object: `file:${fileId}`, ip })
  })
}
