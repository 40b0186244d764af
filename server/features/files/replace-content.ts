import { eq } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { files, fileVersions } from '../../db/schema/files'
import { notFound } from '../../http/errors'
import type { ReceivedFile } from '../../http/receive-file'
import type { FileStorage } from '../../storage/port'
import { recordEvent } from '../audit/record-event'
import { canReplaceFile } from './policy'
import { getFile, type FileRow } from './queries'
import { keepingContent } from './store-upload'

/**
 * Puts new content under an existing file: same uploadKey, the new name, size and type, status back
 * to pending. Readers see the old content or the new, whole. Throws 404 when the file is absent or
 * not the actor's.
 */
export async function replaceContent(input: {
  db: Database
  storage: FileStorage
  received: ReceivedFile
  fileId: number
  actor: Express.User
  ip: string | undefined
}): Promise<FileRow> {
  const { db, storage, received, fileId, actor, ip } = input
  const existing = await getFile(db, fileId)
  if (!existing || !canReplaceFile(actor, existing)) {
    await storage.discard(received)
    throw notFound()
  }
  const { uploadKey } = existing
  return keepingContent({ storage, received, uploadKey }, (content) =>
    db.transaction(async (tx) => {
      const [file] = await tx
        .update(files)
        .set({ ...content, status: 'pending', statusReason: null, statusAt: null })
        .where(eq(files.id, fileId))
        .returning()
      // Deleted while the new content was on its way.
      if (!file) throw notFound()
      await tx
        .insert(fileVersions)
        .values({ ...content, fileId, reason: 're-upload', createdBy: actor.id })
      await recordEvent(tx, {
        action: 'file.replaced',
        actorId: actor.id,
        object: `file:${fileId}`,
        ip,
      })
      return file
    }),
  )
}
