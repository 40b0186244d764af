import type { FileHandle } from 'node:fs/promises'

const windowBytes = 512 * 1024

/** Reads a file from front to back in large pieces, however small those are that are asked for. */
export class ReadAhead {
  private buffer = Buffer.allocUnsafeSlow(windowBytes)
  private window = this.buffer.subarray(0, 0)
  private start = 0

  constructor(private readonly file: FileHandle) {}

  /** Up to `length` bytes from `position`; shorter where the file ends. Valid until the next call. */
  async read(position: number, length: number): Promise<Buffer> {
    const end = this.start + this.window.length
    if (position < this.start || position + length > end) {
      if (length > this.buffer.length) this.buffer = Buffer.allocUnsafeSlow(length)
      const { buffer } = this
      const { bytesRead } = await this.file.read(buffer, 0, buffer.length, position)
      this.window = buffer.subarray(0, bytesRead)
      this.start = position
    }
    const from = position - this.start
    return this.window.subarray(from, from + length)
  }
}

/** Up to `length` bytes from `position`; shorter where the file ends. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}
