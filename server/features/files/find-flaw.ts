import { StorageAwayError } from '../../storage-away'
import { DamagedContentError, type OpenedContent } from '../../storage/port'

/** What is known of a content since it was stored. */
interface StoredContent {
  fileSize: number
  sha256: string
}

export interface Flaw {
  /** Ends a sentence that begins with the content. */
  what: string
  /** Of bytes that were read and are not those that were stored. */
  damagedFingerprint: string | null
}

/**
 * What is wrong with a stored content, or with its copy; null when its bytes, read again, are those
 * that were stored. Without `checksums` only their number is compared. Throws when the storage is away.
 */
export async function findFlaw(
  open: () => Promise<OpenedContent | null>,
  stored: StoredContent,
  checksums = true,
): Promise<Flaw | null> {
  try {
    const content = await open()
    if (!content) return flaw('is missing')
    try {
      return await findFlawIn(content, stored, checksums)
    } finally {
      await content.close()
    }
  } catch (error) {
    return unreadable(error)
  }
}

/** The same of an opened content, which stays open. */
export async function findFlawIn(
  content: OpenedContent,
  { fileSize, sha256 }: StoredContent,
  checksums = true,
): Promise<Flaw | null> {
  if (content.size !== fileSize) return flaw(`has ${content.size} bytes instead of ${fileSize}`)
  if (!checksums) return null
  try {
    if ((await content.checksum()) === sha256) return null
  } catch (error) {
    if (!(error instanceof DamagedContentError)) return unreadable(error)
  }
  return flaw('is damaged: its checksum does not hold', content.fingerprint)
}

const flaw = (what: string, damagedFingerprint: string | null = null): Flaw => ({
  what,
  damagedFingerprint,
})

function unreadable(error: unknown): Flaw {
  // Nothing is known of the content then.
  if (error instanceof StorageAwayError) throw error
  return flaw(`cannot be read: ${error instanceof Error ? error.message : String(error)}`)
}
