import { createHash, randomUUID } from 'node:crypto'
import { fileExtensions, maxFileBytes, mimeTypes } from '@shared/file-kinds'
import type { QuarantineState } from '@shared/files'
import { describeRefusedName } from '@shared/foreign-files'
import type { Ctx, EventSource } from '../../ctx'
import { badRequest, storageFull, tooLarge, unsupportedType } from '../../errors'
import type { ReceivedFile } from '../../http/receive-file'
import { hasRoom, type FileStorage } from '../../storage/port'
import { scanForViruses } from './scan-waiting-files'
import { detectKind } from './content-type/detect-kind'
import { cleanFileName, nameReceived } from './file-name'
import type { NewContent } from './store-content'

const wrongType = 'Invalid file type: Please upload a PDF, Word document, JPG, JPEG, or PNG file.'
const unknown = 'We can’t tell what this file is. Save it as a PDF, or upload a screenshot of it.'

/**
 * Returns what may be stored of a received file, and whether it still waits for its virus check. Throws 400,
 * 413, 415 or 507 for what is refused.
 */
export async function acceptContent(
  ctx: Ctx<EventSource>,
  received: ReceivedFile,
  file: { uploadKey: string; object?: string },
): Promise<{ content: NewContent; quarantine: QuarantineState | null }> {
  const content = await checkReceived(ctx.storage, received, file.uploadKey)
  return { content, quarantine: await scanForViruses(ctx, content, file.object) }
}

async function checkReceived(
  storage: FileStorage,
  received: ReceivedFile,
  uploadKey: string,
): Promise<NewContent> {
  const { bytes, claimedName } = received
  if (bytes.length === 0) throw badRequest('The file is empty. Please choose another one.')
  if (bytes.length > maxFileBytes) {
    throw tooLarge('File too large: Please upload a file smaller than 10MB.')
  }
  const { kind, problem } = await detectKind(bytes)
  const nameProblem = describeRefusedName(cleanFileName(claimedName))
  if (!kind || nameProblem) {
    throw unsupportedType(`${wrongType} ${problem ?? nameProblem ?? unknown}`)
  }
  if (!(await hasRoom(storage))) throw storageFull()
  const [extension = kind] = fileExtensions[kind]
  return {
    bytes,
    columns: {
      storageKey: `${uploadKey}/${randomUUID()}.${extension}`,
      fileName: nameReceived(claimedName, kind),
      fileSize: bytes.length,
      fileType: mimeTypes[kind],
      sha256: createHash('sha256').update(bytes).digest('hex'),
    },
  }
}
