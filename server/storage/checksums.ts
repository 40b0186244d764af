import { webcrypto } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { OpenedContent } from './port'

/** An opened content as a storage alone can know it. */
type UncheckedContent = Omit<OpenedContent, 'checksum' | 'knownChecksum'>

/**
 * Adds the checksums of contents to them, and remembers those from one opening to the next. Each content that
 * is read is in memory whole, so few are read in parallel.
 */
export function createChecksums(atOnce = 1): (content: UncheckedContent) => OpenedContent {
  const remembered = createRememberedChecksums()
  const inTurn = createQueue(atOnce)
  // Not begun yet, so that later callers may share the result.
  const waiting = new Map<string, Promise<string>>()

  function readInTurn(content: UncheckedContent): Promise<string> {
    const { fingerprint } = content
    const turn = inTurn(async () => {
      waiting.delete(fingerprint)
      const readAtMs = Date.now()
      const checksum = await digest(await content.bytes())
      // A change since it was opened has another fingerprint, under which this is never found.
      remembered.set(content, readAtMs, checksum)
      return checksum
    })
    waiting.set(fingerprint, turn)
    return turn
  }

  return (content) => ({
    ...content,
    checksum: () => waiting.get(content.fingerprint) ?? readInTurn(content),
    knownChecksum: () => remembered.get(content),
  })
}

/** Hashed by another thread, so that no other request waits. */
async function digest(bytes: Buffer): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

function createQueue(atOnce: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const hasPlace = running < atOnce
    if (hasPlace) running += 1
    // Also with a place it begins only after the caller has gone on.
    await (hasPlace ? undefined : new Promise<void>((begin) => waiting.push(begin)))
    try {
      return await work()
    } finally {
      // The next caller takes this place.
      const begin = waiting.shift()
      if (begin) begin()
      else running -= 1
    }
  }
}

/** Some 300 bytes each. */
const maxRemembered = 10_000
/** File systems count time in steps, of 2 s at most: a change within one may leave no trace. */
const clockStepMs = 2_000

type Named = Pick<OpenedContent, 'fingerprint'>
type Dated = Pick<OpenedContent, 'fingerprint' | 'changedAtMs'>

interface RememberedChecksums {
  get(content: Named): string | null
  /** Notes what was read, unless a later change could go unnoticed. */
  set(content: Dated, readAtMs: number, checksum: string): void
}

/** Checksums of contents by their fingerprints, for as long as they are the same. */
export function createRememberedChecksums(capacity = maxRemembered): RememberedChecksums {
  const checksums = new LRUCache<string, string>({ max: capacity })
  return {
    get: ({ fingerprint }) => checksums.get(fingerprint) ?? null,
    set({ fingerprint, changedAtMs }, readAtMs, checksum) {
      if (readAtMs - changedAtMs > clockStepMs) checksums.set(fingerprint, checksum)
    },
  }
}
