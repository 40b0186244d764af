import { eq } from 'drizzle-orm'
import type { Queryable } from '../../db/client'
import { addJob } from '../../db/add-job'
import { files } from '../../db/schema/files'
import { notFound } from '../../errors'
import { recordEvent, type EventSource } from '../audit/record-event'
import { cancelMailsAbout } from '../mail/queue-decision-mail'
import { listVersions, lockContent } from './queries'

/** Deletes a file with all its versions; the bytes go after the commit, by a job. */
export async function deleteFile(input: {
  /** Inside a transaction it becomes part of that one. */
  db: Queryable
  fileId: number
  by: EventSource
}): Promise<void> {
  const { db, fileId, by } = input
  await db.transaction(async (tx) => {
    // Locked first, or a concurrent re-upload or restore would leave a version behind.
    if (!(await lockContent(tx, fileId))) throw notFound()
    const versions = await listVersions(tx, fileId)
    await cancelMailsAbout(tx, 'file', fileId)
    await tx.delete(files).where(eq(files.id, fileId))
    await addJob(tx, 'remove-contents', { storageKeys: versions.map((row) => row.storageKey) })
    await recordEvent(tx, by, 'file.deleted', { object: `file:${fileId}` })
  })
}
