import { randomUUID } from 'node:crypto'
import { fileExtensions, maxFileBytes, mimeTypes } from '@shared/file-kinds'
import type { QuarantineState } from '@shared/files'
import { badRequest, storageFull, tooLarge, unsupportedType } from '../../errors'
import type { ReceivedFile } from '../../http/receive-file'
import type { FileStorage } from '../../storage/port'
import { scanForViruses, type VirusCheck } from './scan-for-viruses'
import { checkUpload, detectKind } from './content-type/detect-kind'
import { cleanFileName } from './file-name'
import type { NewContent } from './store-content'

/**
 * What may be stored of a received file, and whether it still waits for its virus check. Throws 400,
 * 413, 415 or 507 for what is refused.
 */
export async function acceptContent(input: {
  storage: FileStorage
  received: ReceivedFile
  uploadKey: string
  virusCheck: VirusCheck
}): Promise<{ content: NewContent; quarantine: QuarantineState | null }> {
  const { storage, received, uploadKey, virusCheck } = input
  const content = await checkReceived(storage, received, uploadKey)
  return { content, quarantine: await scanForViruses(virusCheck, received) }
}

async function checkReceived(
  storage: FileStorage,
  received: ReceivedFile,
  uploadKey: string,
): Promise<NewContent> {
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
  const [extension = kind] = fileExtensions[kind]
  return {
    storageKey: `${uploadKey}/${randomUUID()}.${extension}`,
    fileName,
    fileSize: received.size,
    fileType: mimeTypes[kind],
    sha256: received.sha256,
  }
}
