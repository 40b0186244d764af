import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

export interface LogOutput extends DestinationStream {
  /** Lines that could not be written since the start. */
  readonly dropped: number
  /** Whether lines are lost at present. */
  readonly isFailing: boolean
}

/** Kept for a reader that is slow: a burst of some thousand lines. */
const mostKept = 1_000_000
const retryMs = 50

/**
 * Writes lines to a file descriptor. Serving needs no log: on a full disk, or with nobody at the other end of a pipe,
 * lines are dropped and counted. One that was written in part is completed before the next, and a full pipe is
 * waited for.
 */
export function openLogOutput(fd: number): LogOutput {
  /** Oldest first. Of the first, a part may be written. */
  const lines: Uint8Array[] = []
  let kept = 0
  let hasBegun = false
  let dropped = 0
  let isFailing = false
  let retry: NodeJS.Timeout | undefined

  /** Why not all was written, or null. */
  function writeOut(): unknown {
    for (let [line] = lines; line; [line] = lines) {
      try {
        const written = writeSync(fd, line)
        kept -= written
        hasBegun = written < line.length
        if (hasBegun) lines[0] = line.subarray(written)
        else lines.shift()
      } catch (error) {
        return error
      }
    }
    return null
  }

  /** The newest go first. Returns how many went. */
  function dropBeyond(room: number): number {
    let count = 0
    while (kept > room && lines.length > Number(hasBegun)) {
      kept -= lines.pop()?.length ?? 0
      count += 1
    }
    return count
  }

  function flush(): void {
    clearTimeout(retry)
    const flaw = writeOut()
    const isSlow = flaw instanceof Error && 'code' in flaw && flaw.code === 'EAGAIN'
    const lost = dropBeyond(isSlow ? mostKept : 0)
    dropped += lost
    isFailing = flaw !== null && (isFailing || !isSlow || lost > 0)
    if (isSlow) retry = setTimeout(flush, retryMs).unref()
  }
  process.once('exit', flush)

  return {
    write(line) {
      const bytes = Buffer.from(line)
      lines.push(bytes)
      kept += bytes.length
      flush()
    },
    get dropped() {
      return dropped
    },
    get isFailing() {
      return isFailing
    },
  }
}

export const standardOutput = openLogOutput(1)
