import { claimHours } from '@shared/files'
import type { Ctx, EventSource } from '../../ctx'
import type { Transaction } from '../../db/client'
import { files, fileVersions } from '../../db/schema/files'
import { storageFull, onlyRow } from '../../errors'
import type { ReceivedFile } from '../../http/receive-file'
import { recordEvent } from '../audit/record-event'
import { acceptContent } from './accept-content'
import { unclaimedBytes } from './queries'
import { removeUnclaimedFiles } from './delete-file'
import { storeContent } from './store-content'
import { newToken } from '../../tokens'

const maxUnclaimedBytes = 10 * 1024 ** 3

/**
 * Checks, keeps and records an upload that no one has claimed yet; its uploadKey claims it. A
 * refusal (400, 413, 415, 507) leaves nothing behind.
 */
export async function storeUpload(
  ctx: Ctx<EventSource>,
  received: ReceivedFile,
  /** In the same transaction; throwing refuses the upload. */
  noteStored?: (tx: Transaction, file: { id: number }) => Promise<void>,
): Promise<typeof files.$inferSelect> {
  const uploadKey = newToken()
  const { content, quarantine } = await acceptContent(ctx, received, { uploadKey })
  const { columns } = content
  await makeRoom(ctx, columns.fileSize)
  return storeContent(ctx.storage, content, () =>
    ctx.tx(async (inTx) => {
      const { db: tx } = inTx
      const file = onlyRow(
        await tx
          .insert(files)
          .values({ ...columns, uploadKey, quarantine })
          .returning(),
      )
      await tx.insert(fileVersions).values({ ...columns, fileId: file.id, reason: 'upload' })
      const details = { size: file.fileSize, type: file.fileType }
      await recordEvent(inTx, 'file.uploaded', `file:${file.id}`, details)
      await noteStored?.(tx, file)
      return file
    }),
  )
}

/** Removes uploads with an expired key once the space is half used. Throws 507 when that is not enough. */
async function makeRoom(ctx: Ctx<EventSource>, bytes: number): Promise<void> {
  const { db } = ctx
  const waiting = await unclaimedBytes(db)
  if (waiting + bytes <= maxUnclaimedBytes / 2) return
  await removeUnclaimedFiles(ctx, claimHours)
  if ((await unclaimedBytes(db)) + bytes > maxUnclaimedBytes) throw storageFull()
}
