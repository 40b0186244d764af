import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

export interface LogOutput extends DestinationStream {
  /** Lines that could not be written since the start. */
  readonly dropped: number
  /** Whether the newest line was one of them. */
  readonly isFailing: boolean
}

/**
 * Writes lines to a file descriptor. Serving needs no log: on a full disk, or with nobody at the other end of a pipe,
 * lines are dropped and counted. One that was written in part is completed before the next.
 */
export function openLogOutput(fd: number): LogOutput {
  let rest: Uint8Array = new Uint8Array()
  let dropped = 0
  let isFailing = false

  function writeAll(bytes: Uint8Array): boolean {
    rest = bytes
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest))
    } catch {
      return false
    }
    return true
  }

  /** False when nothing of it was written. */
  function tryLine(bytes: Uint8Array): boolean {
    if (writeAll(bytes) || rest.length < bytes.length) return true
    rest = new Uint8Array()
    return false
  }

  return {
    write(line) {
      const bytes = Buffer.from(line)
      const hasBegun = (rest.length === 0 || writeAll(rest)) && tryLine(bytes)
      isFailing = rest.length > 0 || !hasBegun
      if (!hasBegun) dropped += 1
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
