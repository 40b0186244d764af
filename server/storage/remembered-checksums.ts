import type { OpenedContent } from './port'

/** Some 300 bytes each. */
const maxRemembered = 10_000
/** File systems count time in steps, of 2 s at most: a change within one may leave no trace. */
const clockStepMs = 2_000

type Named = Pick<OpenedContent, 'fingerprint'>
type Dated = Pick<OpenedContent, 'fingerprint' | 'changedAtMs'>

export interface RememberedChecksums {
  get(content: Named): string | null
  /** Notes what was read, unless a later change could go unnoticed. */
  set(content: Dated, readAtMs: number, checksum: string): void
}

/** Checksums of contents by their fingerprints, for as long as they are the same; the oldest use goes first. */
export function createRememberedChecksums(capacity = maxRemembered): RememberedChecksums {
  const checksums = new Map<string, string>()
  return {
    get({ fingerprint }) {
      const checksum = checksums.get(fingerprint)
      if (checksum === undefined) return null
      checksums.delete(fingerprint)
      checksums.set(fingerprint, checksum)
      return checksum
    },
    set({ fingerprint, changedAtMs }, readAtMs, checksum) {
      if (readAtMs - changedAtMs <= clockStepMs) return
      checksums.set(fingerprint, checksum)
      const [oldest] = checksums.keys()
      if (checksums.size > capacity && oldest !== undefined) checksums.delete(oldest)
    },
  }
}
