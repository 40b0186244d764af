/** Some 300 bytes each. */
const maxRemembered = 10_000
/** File systems count time in steps, of 2 s at most: a change within one may leave no trace. */
const clockStepMs = 2_000

/** What a file's metadata say of its bytes. */
export interface Fingerprint {
  /** Device, inode, size and times in nanoseconds. No rewrite leaves the time of the change as it was. */
  text: string
  size: number
  /** When its bytes or its metadata last changed. */
  changedAtMs: number
}

export interface RememberedChecksums {
  get(fingerprint: Pick<Fingerprint, 'text'>): string | null
  /** Notes what was read, unless a later change could go unnoticed. */
  set(
    fingerprint: Pick<Fingerprint, 'text' | 'changedAtMs'>,
    readAtMs: number,
    checksum: string,
  ): void
}

/** Checksums of files by their fingerprints, for as long as they are the same; the oldest use goes first. */
export function createRememberedChecksums(capacity = maxRemembered): RememberedChecksums {
  const checksums = new Map<string, string>()
  return {
    get({ text }) {
      const checksum = checksums.get(text)
      if (checksum === undefined) return null
      checksums.delete(text)
      checksums.set(text, checksum)
      return checksum
    },
    set({ text, changedAtMs }, readAtMs, checksum) {
      if (readAtMs - changedAtMs <= clockStepMs) return
      checksums.set(text, checksum)
      const [oldest] = checksums.keys()
      if (checksums.size > capacity && oldest !== undefined) checksums.delete(oldest)
    },
  }
}
