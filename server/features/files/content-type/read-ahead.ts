import type { FileHandle } from 'node:fs/promises'
import { readAt } from './read-at'

const windowBytes = 256 * 1024

/** Reads a file from front to back in large pieces, however small those are that are asked for. */
export class ReadAhead {
  private window: Buffer = Buffer.alloc(0)
  private start = 0

  constructor(private readonly file: FileHandle) {}

  /** Up to `length` bytes from `position`; shorter where the file ends. Valid until the next call. */
  async read(position: number, length: number): Promise<Buffer> {
    const end = this.start + this.window.length
    if (position < this.start || position + length > end) {
      this.window = await readAt(this.file, position, Math.max(length, windowBytes))
      this.start = position
    }
    const from = position - this.start
    return this.window.subarray(from, from + length)
  }
}
