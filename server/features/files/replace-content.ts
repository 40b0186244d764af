import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx'
import { findClaim } from '../../db/claim'
import type { Transaction } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { files, fileVersions } from '../../db/schema/files'
import { holdSession } from '../../db/user-sessions'
import { notFound, orNotFound, unauthorized, onlyRow } from '../../errors'
import type { ReceivedFile } from '../../http/receive-file'
import { recordEvent } from '../audit/record-event'
import { notifySupport } from '../mail/notify-support'
import { cancelMailsAbout } from '../mail/queue-decision-mail'
import { answerOpenQuestion } from '../questions/end-question'
import { enqueueReading } from '../scores/read-waiting-reports'
import { acceptContent } from './accept-content'
import { deleteLockedFiles } from './delete-file'
import { uploadIsGone, uploadIsUsed } from './link-file'
import { getFile, getStoredFile, lockUnclaimed, type FileRow, canReplaceFile } from './queries'
import { readCopy } from '../../storage/read-content'
import { removeSuperfluousContents } from './remove-superfluous-contents'
import { storeContent } from './store-content'
import { recheckHolds } from '../rewards/settle-reward'

/**
 * Replaces the content by an unclaimed upload and deletes that upload. Throws 404 for an unknown or expired key, 409
 * for one already used.
 */
export async function replaceWithUpload(
  ctx: Ctx,
  fileId: number,
  { uploadKey, sessionId }: { uploadKey: string; sessionId: string },
): Promise<FileRow> {
  const { db, storage } = ctx
  await findReplaceable(ctx, fileId)
  const claim = await findClaim(db, uploadKey)
  if (claim === 'used') throw uploadIsUsed()
  const upload = claim && (await getStoredFile(db, { uploadKey }))
  const bytes = upload && (await readCopy(storage, 'content', upload)).bytes
  if (!bytes) throw uploadIsGone()
  return replaceContent(ctx, fileId, {
    sessionId,
    received: { bytes, claimedName: upload.fileName },
    async noteReplaced(tx) {
      if (!(await lockUnclaimed(tx, uploadKey))) throw uploadIsUsed()
      await deleteLockedFiles(tx, [upload.id])
    },
  })
}

/**
 * Puts new content under an existing file: same uploadKey, the new name, size and type, status back
 * to pending. Readers see the old content or the new, whole. Earlier contents beyond the limits go.
 * Throws 404 when the file is absent or not theirs, 401 when the session ended while the content was
 * in flight.
 */
export async function replaceContent(
  ctx: Ctx,
  fileId: number,
  replacement: {
    received: ReceivedFile
    sessionId: string
    /** In the same transaction; throwing leaves everything as it was. */
    noteReplaced?: (tx: Transaction) => Promise<void>
  },
): Promise<FileRow> {
  const { received, sessionId, noteReplaced } = replacement
  const session = { sid: sessionId, userId: ctx.by.id }
  if (!(await holdSession(ctx.db, session))) throw unauthorized()
  const { uploadKey, userId: ownerId } = await findReplaceable(ctx, fileId)
  const object = `file:${fileId}`
  const { content, quarantine } = await acceptContent(ctx, received, { uploadKey, object })
  const { columns } = content
  return storeContent(ctx.storage, content, () =>
    ctx.tx(async (inTx) => {
      const { db: tx, by } = inTx
      const owner = ownerId === null ? null : await lockPerson(tx, ownerId)
      if (!(await holdSession(tx, session))) throw unauthorized()
      const [replaced] = await tx
        .update(files)
        .set({ ...columns, quarantine, status: 'pending', statusReason: null, statusAt: null })
        .where(eq(files.id, fileId))
        .returning({ id: files.id })
      // Deleted while the new content was being received.
      if (!replaced) throw notFound()
      await cancelMailsAbout(tx, 'file', fileId)
      const version = onlyRow(
        await tx
          .insert(fileVersions)
          .values({ ...columns, fileId, reason: 're-upload', createdBy: by.id })
          .returning({ id: fileVersions.id }),
      )
      if (ownerId !== null) await recheckHolds(tx, ownerId, by)
      await enqueueReading(tx, { id: version.id, fileId, fileType: columns.fileType })
      await recordEvent(inTx, 'file.replaced', object)
      const isAnswer =
        owner?.askedAt && owner.id === by.id && (await answerOpenQuestion(inTx, { fileId }))
      if (!by.isAdmin && !isAnswer) {
        await notifySupport(inTx, {
          text: `Document replaced by ${by.email}`,
          path: `/admin/reports?open=${fileId}`,
        })
      }
      const file = orNotFound(await getFile(tx, fileId))
      await removeSuperfluousContents(tx, { file, by })
      await noteReplaced?.(tx)
      return file
    }),
  )
}

async function findReplaceable({ db, by }: Ctx, fileId: number) {
  const existing = await getFile(db, fileId)
  if (!existing || !canReplaceFile(by, existing)) throw notFound()
  return existing
}
