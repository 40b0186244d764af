import { StorageAwayError } from '../storage-away'
import { DamagedContentError, type Copy, type FileStorage } from './port'

/** What is known of a content since it was stored. */
interface KnownContent {
  storageKey: string
  fileSize: number
}

/** Either the bytes that were stored, or the end of a sentence that begins with the content. */
type Reading = { bytes: Buffer; flaw?: undefined } | { bytes?: undefined; flaw: string }

/** Reads a stored content or its copy. Throws when the storage is away: nothing is known of the content then. */
export async function readCopy(
  storage: FileStorage,
  copy: Copy,
  { storageKey, fileSize }: KnownContent,
): Promise<Reading> {
  try {
    const bytes = await storage.read(storageKey, copy)
    if (bytes?.length === fileSize) return { bytes }
    return { flaw: flawOfSize(bytes && bytes.length, fileSize) }
  } catch (error) {
    if (error instanceof StorageAwayError) throw error
    if (error instanceof DamagedContentError)
      return { flaw: 'is damaged: its checksum does not hold' }
    return { flaw: `cannot be read: ${error instanceof Error ? error.message : String(error)}` }
  }
}

export const missing = 'is missing'

const flawOfSize = (size: number | null, fileSize: number) =>
  size === null ? missing : `has ${size} bytes instead of ${fileSize}`

/** Compares the size only, without reading. */
export async function findFlawOfSize(
  storage: FileStorage,
  copy: Copy,
  { storageKey, fileSize }: KnownContent,
): Promise<string | null> {
  const size = await storage.sizeOf(storageKey, copy)
  return size === fileSize ? null : flawOfSize(size, fileSize)
}

/** The bytes that were stored, from the second copy when the first has a flaw; null when both have. */
export const readEitherCopy = async (storage: FileStorage, content: KnownContent) =>
  (await readCopy(storage, 'content', content)).bytes ??
  (await readCopy(storage, 'backup', content)).bytes ??
  null
