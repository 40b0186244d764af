import { claimHours } from '@shared/files'
import type { Visitor } from '../../ctx'
import type { Database, Transaction } from '../../db/client'
import { onlyRow } from '../../db/only-row'
import { files, fileVersions } from '../../db/schema/files'
import { storageFull } from '../../errors'
import type { ReceivedFile } from '../../http/receive-file'
import type { FileStorage } from '../../storage/port'
import type { VirusScanner } from '../../storage/virus-scanner'
import { recordEvent } from '../audit/record-event'
import { acceptContent } from './accept-content'
import { unclaimedBytes } from './queries'
import { removeUnclaimedFiles } from './remove-unclaimed-files'
import { storeContent } from './store-content'
import { newToken } from '../../tokens'

const maxUnclaimedBytes = 10 * 1024 ** 3

/**
 * Checks, keeps and records an upload that no one has claimed yet; its uploadKey claims it. A
 * refusal (400, 413, 415, 507) leaves nothing behind.
 */
export async function storeUpload(input: {
  db: Database
  storage: FileStorage
  scanner: VirusScanner | null
  received: ReceivedFile
  by: Visitor
  /** In the same transaction; throwing refuses the upload. */
  noteStored?: (tx: Transaction, file: { id: number }) => Promise<void>
}): Promise<typeof files.$inferSelect> {
  const { db, storage, scanner, received, by, noteStored } = input
  const uploadKey = newToken()
  const virusCheck = { db, scanner, by }
  const { content, quarantine } = await acceptContent({ storage, received, uploadKey, virusCheck })
  const { columns } = content
  await makeRoom(db, columns.fileSize)
  return storeContent(storage, content, () =>
    db.transaction(async (tx) => {
      const file = onlyRow(
        await tx
          .insert(files)
          .values({ ...columns, uploadKey, quarantine })
          .returning(),
      )
      await tx.insert(fileVersions).values({ ...columns, fileId: file.id, reason: 'upload' })
      await recordEvent(tx, by, 'file.uploaded', {
        object: `file:${file.id}`,
        details: { size: file.fileSize, type: file.fileType },
      })
      await noteStored?.(tx, file)
      return file
    }),
  )
}

/** Removes uploads with an expired key once the space is half used. Throws 507 when that is not enough. */
async function makeRoom(db: Database, bytes: number): Promise<void> {
  const waiting = await unclaimedBytes(db)
  if (waiting + bytes <= maxUnclaimedBytes / 2) return
  await removeUnclaimedFiles(db, claimHours)
  if ((await unclaimedBytes(db)) + bytes > maxUnclaimedBytes) throw storageFull()
}
