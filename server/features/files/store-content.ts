import { isUndone } from '../../db/client'
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

/**
 * Makes staged content durable under its key, then writes its row. What fails leaves no bytes, unless it is
 * the commit itself.
 */
export async function storeContent<Result>(
  input: { storage: FileStorage; staged: StagedContent; storageKey: string },
  writeRow: () => Promise<Result>,
): Promise<Result> {
  const { storage, staged, storageKey } = input
  try {
    await storage.keep(staged, storageKey)
    return await writeRow()
  } catch (error) {
    // When the answer to the commit was lost, the row may exist: then the bytes stay as well, and the sweep
    // removes them if it does not. It also removes what could not be removed here.
    if (error instanceof HttpError || isUndone(error)) {
      await storage.remove(storageKey).catch(() => undefined)
    }
    throw error
  }
}
