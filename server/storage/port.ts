import type { Place } from '../places'

/** Each content is stored twice: the second copy restores a content that is missing or damaged. */
export const copies = ['content', 'backup'] as const
export type Copy = (typeof copies)[number]
export const otherCopy = (copy: Copy): Copy => (copy === 'content' ? 'backup' : 'content')

export interface DiskSpace {
  folder: 'uploads' | 'backups'
  freeBytes: number
  sizeBytes: number
}

export interface StoredContent {
  storageKey: string
  ageMs: number
}

/**
 * Where uploaded contents live. Contents have at most 10 MB, are immutable, and are named by a storage key
 * (`uploadKey/random.extension`).
 */
export interface FileStorage {
  /** Folder on local disk where uploads arrive before anything is known of them. */
  incoming: string
  /**
   * Makes a content, in one part or more, and its copy durable under the key before it returns. Throws when the
   * key is taken, and when there is no room (`ENOSPC`); nothing of it stays then. The parts may be overwritten.
   */
  keep(storageKey: string, ...parts: Buffer[]): Promise<void>
  /**
   * Null when the bytes are missing. Throws a DamagedContentError where the storage itself can tell. May return a
   * part of the place.
   */
  read(storageKey: string, copy?: Copy, place?: Place): Promise<Buffer | null>
  /** How many bytes `read` would return, without reading them; null when they are missing. */
  sizeOf(storageKey: string, copy?: Copy): Promise<number | null>
  /** Puts the other copy's bytes, as they are, in place of this one. */
  repair(storageKey: string, copy: Copy): Promise<void>
  /** Removes content and copy; harmless when they are gone. */
  remove(storageKey: string): Promise<void>
  /** The id of the portal that contents or copies belong to; null where none was written. */
  readMark(copy: Copy): Promise<string | null>
  /** Where there is none. */
  writeMark(copy: Copy, id: string): Promise<void>
  removeMark(copy: Copy): Promise<void>
  /** Every stored content, and every copy without one. */
  list(): AsyncIterable<StoredContent>
  /** Throws when contents can't be written. */
  check(): Promise<void>
  /** How much room there is on the disks where contents, copies or uploads are. */
  measureDisks(): Promise<DiskSpace[]>
}

/** The file or object with the id of the portal. */
export const markName = '.portal'

const storageKeyPattern = /^[\w-]{43}\/[\w-]+\.[a-z]+$/

export const isStorageKey = (text: string) => storageKeyPattern.test(text)

/** The key, unchanged. Throws for an invalid key, which could lead anywhere. */
export function requireStorageKey(storageKey: string): string {
  if (!isStorageKey(storageKey)) throw new Error('Not a storage key.')
  return storageKey
}

/** Thrown instead of bytes that are not those that were stored. */
export class DamagedContentError extends Error {
  constructor() {
    super('The stored bytes are damaged.')
  }
}

const minFreeShare = 0.1

/** False when less than a tenth of any disk is free. */
export const hasRoom = async (storage: Pick<FileStorage, 'measureDisks'>): Promise<boolean> =>
  (await storage.measureDisks()).every(
    ({ freeBytes, sizeBytes }) => freeBytes >= sizeBytes * minFreeShare,
  )
