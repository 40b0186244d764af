import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** What should be kept: on local disk until then. */
interface StagedFile {
  path: string
  size: number
  /** Only when it is known already. */
  sha256?: string
}

/** Content received but not yet kept: on local disk, so that its type can be read. */
export interface StagedContent extends StagedFile {
  sha256: string
}

/** Reading what is damaged throws a DamagedContentError where the storage itself can tell. */
export interface OpenedContent {
  size: number
  /** Names these bytes: after any change, or in another place, they have another. */
  fingerprint: string
  /** When the bytes last changed. A change right after it may leave the fingerprint as it is. */
  changedAtMs: number
  /** The bytes from start to end, both included. The stream closes the content when it ends. */
  stream(range?: { start: number; end: number }): Readable
  /** All of them, read again into memory: look at their size first. Leaves the content open. */
  bytes(): Promise<Buffer>
  /** SHA-256 of the bytes, read again as above. */
  checksum(): Promise<string>
  /** The same without reading, when it was read before and has not changed since; otherwise null. */
  knownChecksum(): string | null
  close(): Promise<void>
}

export interface DiskSpace {
  folder: 'uploads' | 'backups'
  freeBytes: number
  sizeBytes: number
}

/**
 * Where uploaded contents live. Contents are immutable and named by a storage key
 * (`uploadKey/random.extension`); a second copy of each is kept apart, for restoring.
 */
export interface FileStorage {
  stage(content: Readable): Promise<StagedContent>
  /** The same for what `write` puts into the file; it returns how many bytes those are. No SHA-256 is taken. */
  stageWritten(write: (file: FileHandle) => Promise<number>): Promise<StagedFile>
  /**
   * Makes staged content durable under the key, with its backup copy, before it returns. Throws when the key
   * is taken, and when there is no room (`ENOSPC`); nothing of it stays then.
   */
  keep(staged: StagedFile, storageKey: string): Promise<void>
  /** Removes staged content; harmless when it was kept or is gone. */
  discard(staged: Pick<StagedContent, 'path'>): Promise<void>
  /** Null when the bytes are missing. */
  open(storageKey: string): Promise<OpenedContent | null>
  /** The second copy of a content; null when it is missing. */
  openBackup(storageKey: string): Promise<OpenedContent | null>
  /** Removes content and backup; harmless when they are gone. */
  remove(storageKey: string): Promise<void>
  /** How much room there is on the disks where contents, copies or temporaries are. */
  measureDisks(): Promise<DiskSpace[]>
  /** False when less than a tenth of one of these disks is free. */
  hasRoom(): Promise<boolean>
  /** Throws when contents can't be written. */
  check(): Promise<void>
  /** Removes temporaries, and folders that never got a content, older than the given age. */
  sweepTemporaries(olderThanMs: number): Promise<void>
  /** Keys of kept contents, and of backups without one, older than the given age. */
  listKept(olderThanMs: number): AsyncIterable<string>
  /** Milliseconds since a content, or its backup, was kept; null when both are missing. */
  ageOfKept(storageKey: string): Promise<number | null>
  countTemporaries(): Promise<number>
  /** Sets content and backup aside, out of what is kept, to be removed later or restored. */
  moveToOrphans(storageKey: string): Promise<void>
  restoreOrphan(storageKey: string): Promise<void>
  /** Keys of what became an orphan at least the given time ago. */
  listOrphans(olderThanMs: number): AsyncIterable<string>
  /** Removes content and backup if they are set aside; harmless when they are not. */
  removeOrphan(storageKey: string): Promise<void>
}

const storageKeyPattern = /^[\w-]{43}\/[\w-]+\.[a-z]+$/

/** The name of the folder that a key leads through. */
export const isUploadKey = (name: string) => /^[\w-]{43}$/.test(name)

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
