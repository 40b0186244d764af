import { webcrypto } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { isMissing } from './error-codes'
import type { OpenedContent } from './port'
import { createRememberedChecksums, type Fingerprint } from './remembered-checksums'

/** Larger pieces are read in fewer steps, and held in memory for each reader. */
const pieceBytes = 256 * 1024

/** Opens contents, and remembers their checksums from one time to the next. */
export function createOpener(): (path: string) => Promise<OpenedContent | null> {
  const remembered = createRememberedChecksums()
  const inTurn = createQueue()
  // Not begun yet, so that whoever asks meanwhile may share what they will find.
  const waiting = new Map<string, Promise<string>>()

  function readInTurn(file: FileHandle, fingerprint: Fingerprint): Promise<string> {
    const turn = inTurn(async () => {
      waiting.delete(fingerprint.text)
      const readAtMs = Date.now()
      const checksum = await digest(file, fingerprint.size)
      const now = await lookAt(file)
      if (now.text === fingerprint.text) remembered.set(fingerprint, readAtMs, checksum)
      return checksum
    })
    waiting.set(fingerprint.text, turn)
    return turn
  }

  return async (path) => {
    const file = await open(path).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    if (!file) return null
    const fingerprint = await lookAt(file)
    return {
      size: fingerprint.size,
      fingerprint: fingerprint.text,
      stream: (range) =>
        file.createReadStream({ start: 0, ...range, highWaterMark: pieceBytes, autoClose: true }),
      checksum: () => waiting.get(fingerprint.text) ?? readInTurn(file, fingerprint),
      knownChecksum: () => remembered.get(fingerprint),
      close: () => file.close(),
    }
  }
}

async function lookAt(file: FileHandle): Promise<Fingerprint> {
  const stats = await file.stat({ bigint: true })
  return { text: toText(stats), size: Number(stats.size), changedAtMs: Number(stats.ctimeMs) }
}

const toText = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats) =>
  [dev, ino, size, mtimeNs, ctimeNs].join(':')

/** Read at once and hashed by another thread: no other request waits meanwhile. */
async function digest(file: FileHandle, size: number): Promise<string> {
  const bytes = Buffer.allocUnsafeSlow(size)
  let length = 0
  while (length < size) {
    const { bytesRead } = await file.read(bytes, length, size - length, length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  const sha256 = await webcrypto.subtle.digest('SHA-256', bytes.subarray(0, length))
  return Buffer.from(sha256).toString('hex')
}

/** One at a time: each holds a whole content in memory. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}
