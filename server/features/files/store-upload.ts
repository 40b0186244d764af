import { randomBytes, randomUUID } from 'node:crypto'
import {
  claimHours,
  extensionsOf,
  maxFileBytes,
  mimeTypeOf,
  type QuarantineState,
} from '@shared/files'
import type { Database } from '../../db/client'
import { files, fileVersions } from '../../db/schema/files'
import { badRequest, HttpError, storageFull, tooLarge, unsupportedType } from '../../http/errors'
import type { ReceivedFile } from '../../http/receive-file'
import type { FileStorage, StagedContent } from '../../storage/port'
import type { VirusScanner } from '../../storage/virus-scanner'
import { recordEvent } from '../audit/record-event'
import { checkForViruses, type VirusCheck } from './check-for-viruses'
import { checkUpload, detectKind } from './detect-kind'
import { cleanFileName } from './file-name'
import { unclaimedBytes, type FileRow } from './queries'
import { removeUnclaimedFiles } from './remove-unclaimed-files'

const maxUnclaimedBytes = 10 * 1024 ** 3

/** Content that passed every check and is durable, waiting for its row. */
export interface KeptContent {
  storageKey: string
  fileName: string
  fileSize: number
  fileType: string
  sha256: string
}

/**
 * Checks, keeps and records an upload that nobody has claimed yet; its uploadKey claims it. A
 * refusal (400, 413, 415, 507) leaves nothing behind.
 */
export async function storeUpload(input: {
  db: Database
  storage: FileStorage
  scanner: VirusScanner | null
  received: ReceivedFile
  ip: string | undefined
}): Promise<FileRow> {
  const { db, storage, scanner, received, ip } = input
  const uploadKey = randomBytes(32).toString('base64url')
  const virusCheck = { db, scanner, about: { ip } }
  const upload = { storage, received, uploadKey, virusCheck }
  return keepingContent(upload, async (content, quarantine) => {
    await makeRoom(db, content.fileSize)
    return db.transaction(async (tx) => {
      const [file] = await tx
        .insert(files)
        .values({ ...content, uploadKey, quarantine })
        .returning()
      if (!file) throw new Error('The new file was not returned.')
      await tx.insert(fileVersions).values({ ...content, fileId: file.id, reason: 'upload' })
      await recordEvent(tx, {
        action: 'file.uploaded',
        object: `file:${file.id}`,
        ip,
        details: { size: file.fileSize, type: file.fileType },
      })
      return file
    })
  })
}

/** Over half full, uploads whose key has expired go; when that is not enough, throws 507. */
async function makeRoom(db: Database, bytes: number): Promise<void> {
  const waiting = await unclaimedBytes(db)
  if (waiting + bytes <= maxUnclaimedBytes / 2) return
  await removeUnclaimedFiles(db, claimHours)
  if ((await unclaimedBytes(db)) + bytes > maxUnclaimedBytes) throw storageFull()
}

/**
 * Checks received content, makes it durable, and runs `record`, which must write its row. A refusal
 * leaves no bytes.
 */
export async function keepingContent<Result>(
  input: {
    storage: FileStorage
    received: ReceivedFile
    uploadKey: string
    virusCheck: VirusCheck
  },
  record: (content: KeptContent, quarantine: QuarantineState | null) => Promise<Result>,
): Promise<Result> {
  const { storage, received, uploadKey, virusCheck } = input
  const content = await checkContent(storage, received, uploadKey)
  const quarantine = await checkForViruses(virusCheck, received)
  return keepAndRecord({ storage, staged: received, content }, () => record(content, quarantine))
}

/** Makes staged content durable and runs `record`, which must write its row. */
export async function keepAndRecord<Result>(
  input: { storage: FileStorage; staged: StagedContent; content: KeptContent },
  record: () => Promise<Result>,
): Promise<Result> {
  const { storage, staged, content } = input
  try {
    await storage.keep(staged, content.storageKey)
    return await record()
  } catch (error) {
    // A refusal came before the commit. After any other failure the row may stand all the same,
    // so the bytes stay, and the sweep removes them if it does not.
    if (error instanceof HttpError) await storage.remove(content.storageKey)
    throw error
  }
}

async function checkContent(
  storage: FileStorage,
  received: ReceivedFile,
  uploadKey: string,
): Promise<KeptContent> {
  if (received.size === 0) throw badRequest('The file is empty. Please choose another one.')
  if (received.size > maxFileBytes) {
    throw tooLarge('File too large: Please upload a file smaller than 10MB.')
  }
  const fileName = cleanFileName(received.claimedName)
  const kind = await detectKind(received.path)
  const verdict = checkUpload({ kind, fileName, declaredType: received.claimedType })
  if (!kind || verdict !== 'ok') {
    throw unsupportedType(
      'Invalid file type: Please upload a PDF, Word document, JPG, JPEG, or PNG file.',
    )
  }
  if (!(await storage.hasRoom())) throw storageFull()
  const [extension = kind] = extensionsOf[kind]
  return {
    storageKey: `${uploadKey}/${randomUUID()}.${extension}`,
    fileName,
    fileSize: received.size,
    fileType: mimeTypeOf[kind],
    sha256: received.sha256,
  }
}
