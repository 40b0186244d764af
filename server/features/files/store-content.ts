import { isUndone } from '../../db/client'
import { HttpError } from '../../errors'
import {
  type FileStorage,
  type StagedContent,
  DamagedContentError,
  type OpenedContent,
} from '../../storage/port'

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

/**
 * Copies a content while it is checked, so that what was checked is what is kept. Null when it is missing or
 * its bytes are not those with this SHA-256.
 */
export async function stageIntact(
  storage: FileStorage,
  content: OpenedContent | null,
  sha256: string,
): Promise<StagedContent | null> {
  if (!content) return null
  const staged = await storage.stage(content.stream()).catch(ignoreDamage)
  if (!staged || staged.sha256 === sha256) return staged
  await storage.discard(staged)
  return null
}

function ignoreDamage(error: unknown): null {
  if (error instanceof DamagedContentError) return null
  throw error
}
