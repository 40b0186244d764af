import { mkdir, open, statfs, unlink, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DiskSpace } from './port'

/** Each content of a file that is removed may take its emptied folder along. */
const maxRemovals = 20

export const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o700 })

/** Harmless when it is missing. Node's `rm` asks first what it is, for every file. */
export async function removeFile(path: string): Promise<void> {
  await unlink(path).catch(nullIfMissing)
}

/** The folder may be taken away, even while it is being made, by a concurrent removal of its last other file. */
export async function createFile(path: string): Promise<FileHandle> {
  for (let removals = 0; ; removals += 1) {
    try {
      // Node's `recursive` says ENOENT of a disk that is read-only.
      await mkdir(dirname(path), { mode: 0o700 }).catch(unlessThere)
      return await open(path, 'wx', 0o600)
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

export const isMissing = (error: unknown) => hasCode(error, 'ENOENT')

function unlessThere(error: unknown): void {
  if (!hasCode(error, 'EEXIST')) throw error
}

/** For `catch`. */
export function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

export async function measureDisk(folder: DiskSpace['folder'], path: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(path)
  return { folder, freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}
