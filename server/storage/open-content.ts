import type { BigIntStats } from 'node:fs'
import { open } from 'node:fs/promises'
import { createChecksums } from './checksums'
import { isMissing } from './error-codes'
import type { OpenedContent } from './port'
import { readInto } from './read-into'

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
      stream: (range) =>
        file.createReadStream({ start: 0, ...range, highWaterMark: pieceBytes, autoClose: true }),
      bytes: () => readInto(Buffer.allocUnsafeSlow(size), file, 0),
      close: () => file.close(),
    })
  }
}

/** No rewrite leaves the time of the change as it was. */
const fingerprintOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats) =>
  [dev, ino, size, mtimeNs, ctimeNs].join(':')
