import { isUndone } from '../../db/client'
import { HttpError } from '../../errors'
import type { FileStorage } from '../../storage/port'

/** A content that passed every check. */
export interface NewContent {
  bytes: Buffer
  columns: {
    storageKey: string
    fileName: string
    fileSize: number
    fileType: string
    sha256: string
  }
}

/** Makes a content durable, then writes its row. What fails leaves no bytes, unless it is the commit itself. */
export async function storeContent<Result>(
  storage: FileStorage,
  { bytes, columns: { storageKey } }: NewContent,
  writeRow: () => Promise<Result>,
): Promise<Result> {
  try {
    await storage.keep(storageKey, bytes)
    return await writeRow()
  } catch (error) {
    // When the answer to the commit was lost, the row may exist: then the bytes stay as well, and fsck names
    // them if it does not. It also names what could not be removed here.
    if (error instanceof HttpError || isUndone(error)) {
      await storage.remove(storageKey).catch(() => undefined)
    }
    throw error
  }
}
