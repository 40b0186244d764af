import { StorageAwayError } from '../storage-away'
import type { Place } from '../places'
import { DamagedContentError, type Copy, type FileStorage } from './port'

/** What is known of a content since it was stored. */
interface KnownContent {
  storageKey: string
  fileSize: number
}

/** Either the bytes that were stored, or the end of a sentence that begins with the content. */
type Reading =
  | { bytes: Buffer; flaw?: undefined; isDamaged: false }
  /** Damaged are bytes that were read and are others; what is missing or can't be read may be whole. */
  | { bytes?: undefined; flaw: string; isDamaged: boolean }

/** Reads a stored content or its copy. Throws when the storage is away: nothing is known of the content then. */
export async function readCopy(
  storage: FileStorage,
  copy: Copy,
  { storageKey, fileSize }: KnownContent,
  place?: Place,
): Promise<Reading> {
  try {
    const bytes = await storage.read(storageKey, copy, place)
    if (bytes?.length === fileSize) return { bytes, isDamaged: false }
    return { flaw: flawOfSize(bytes && bytes.length, fileSize), isDamaged: Boolean(bytes) }
  } catch (error) {
    if (error instanceof StorageAwayError) throw error
    if (error instanceof DamagedContentError)
      return { flaw: 'is damaged: its checksum does not hold', isDamaged: true }
    return { flaw: unreadable(error), isDamaged: false }
  }
}

export const missing = 'is missing'

const unreadable = (error: unknown) =>
  `cannot be read: ${error instanceof Error ? error.message : String(error)}`

const flawOfSize = (size: number | null, fileSize: number) =>
  size === null ? missing : `has ${size} bytes instead of ${fileSize}`

/** Compares the size only, without reading. Throws when the storage is away. */
export async function findFlawOfSize(
  storage: FileStorage,
  copy: Copy,
  { storageKey, fileSize }: KnownContent,
): Promise<string | null> {
  try {
    const size = await storage.sizeOf(storageKey, copy)
    return size === fileSize ? null : flawOfSize(size, fileSize)
  } catch (error) {
    if (error instanceof StorageAwayError) throw error
    return unreadable(error)
  }
}

/** The bytes that were stored, from the second copy when the first has a flaw; null when both have. */
export const readEitherCopy = async (storage: FileStorage, content: KnownContent) =>
  (await readCopy(storage, 'content', content)).bytes ??
  (await readCopy(storage, 'backup', content)).bytes ??
  null
