import { HttpError } from '../../errors'
import type { FileStorage, StagedContent } from '../../storage/port'

/** The columns of a content that passed every check. */
export interface NewContent {
  storageKey: string
  fileName: string
  fileSize: number
  fileType: string
  sha256: string
}

/** Makes staged content durable under its key, then writes its row. A refusal leaves no bytes. */
export async function storeContent<Result>(
  input: { storage: FileStorage; staged: StagedContent; storageKey: string },
  writeRow: () => Promise<Result>,
): Promise<Result> {
  const { storage, staged, storageKey } = input
  try {
    await storage.keep(staged, storageKey)
    return await writeRow()
  } catch (error) {
    // A refusal came before the commit. After any other failure the row may stand all the same,
    // so the bytes stay, and the sweep removes them if it does not.
    if (error instanceof HttpError) await storage.remove(storageKey)
    throw error
  }
}
