import { mkdir, open, stat, statfs, unlink, type FileHandle } from 'node:fs/promises'
import type { DiskSpace } from './port'

/** Each content of a file that is removed may take its emptied folder along. */
const maxRemovals = 20

export const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o700 })

/** Harmless when it is missing. Node's `rm` asks first what it is, for every file. */
export async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/** Milliseconds since something was last changed; null when it is missing. */
export async function getAge(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null)
  return found && Date.now() - found.mtimeMs
}

export async function isOlder(path: string, ageMs: number): Promise<boolean> {
  const age = await getAge(path)
  return age !== null && age > ageMs
}

/**
 * Puts something into a folder that a concurrent removal of its last other content may take away, even
 * while it is being made.
 */
export async function inFolder(folder: string, put: () => Promise<void>): Promise<void> {
  for (let removals = 0; ; removals += 1) {
    try {
      await makeFolder(folder)
      return await put()
    } catch (error) {
      if (!isMissing(error) || removals === maxRemovals) throw error
    }
  }
}

/** Makes a file, or the names in a folder, survive a power cut. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The same for a folder that many write to: callers that come while it is at work share its next turn. */
export function createSharedSync(): (path: string) => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<void>>()

  async function takeTurn(path: string, earlier: Promise<void> | undefined): Promise<void> {
    await earlier?.catch(() => undefined)
    const turn = waiting.get(path)
    waiting.delete(path)
    if (turn) running.set(path, turn)
    try {
      await sync(path)
    } finally {
      if (running.get(path) === turn) running.delete(path)
    }
  }

  return (path) => {
    const shared = waiting.get(path)
    if (shared) return shared
    const turn = takeTurn(path, running.get(path))
    waiting.set(path, turn)
    return turn
  }
}

export const isMissing = (error: unknown) => hasCode(error, 'ENOENT')

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Writes these pieces one after the other, from where the file is. */
export async function writeAll(file: FileHandle, pieces: Buffer[]): Promise<void> {
  const { bytesWritten } = await file.writev(pieces)
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  // A disk that becomes full takes a part, and says why with the rest.
  if (bytesWritten < bytes) await file.writeFile(Buffer.concat(pieces).subarray(bytesWritten))
}

/** Reads from there on until the place is full or the file ends. Returns what came. */
export async function readInto(place: Buffer, file: FileHandle, position: number): Promise<Buffer> {
  let length = 0
  while (length < place.length) {
    const { bytesRead } = await file.read(place, length, place.length - length, position + length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return place.subarray(0, length)
}

const minFreeShare = 0.1

export async function measureDisk(folder: DiskSpace['folder'], path: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(path)
  return { folder, freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}

/** False when less than a tenth of any of them is free. */
export const haveRoom = (disks: readonly DiskSpace[]) =>
  disks.every(({ freeBytes, sizeBytes }) => freeBytes >= sizeBytes * minFreeShare)
