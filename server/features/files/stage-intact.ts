import {
  DamagedContentError,
  type FileStorage,
  type OpenedContent,
  type StagedContent,
} from '../../storage/port'

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
