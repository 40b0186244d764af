import type { BigIntStats } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { createChecksums } from './checksums'
import { isMissing } from './error-codes'
import type { OpenedContent } from './port'

/** Larger pieces are read in fewer steps, and held in memory for each reader. */
const pieceBytes = 256 * 1024

/** Opens contents on a disk. */
export function createOpener(): (path: string) => Promise<OpenedContent | null> {
  const withChecksums = createChecksums()

  return async (path) => {
    const file = await open(path).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    if (!file) return null
    const stats = await file.stat({ bigint: true })
    const size = Number(stats.size)
    return withChecksums({
      size,
      fingerprint: fingerprintOf(stats),
      changedAtMs: Number(stats.ctimeMs),
      isPlainFile: true,
      stream: (range) =>
        file.createReadStream({ start: 0, ...range, highWaterMark: pieceBytes, autoClose: true }),
      bytes: () => readAll(file, size),
      close: () => file.close(),
    })
  }
}

/** No rewrite leaves the time of the change as it was. */
const fingerprintOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats) =>
  [dev, ino, size, mtimeNs, ctimeNs].join(':')

async function readAll(file: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size)
  let length = 0
  while (length < size) {
    const { bytesRead } = await file.read(bytes, length, size - length, length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return bytes.subarray(0, length)
}
