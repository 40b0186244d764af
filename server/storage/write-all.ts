import type { FileHandle } from 'node:fs/promises'

/** Writes these pieces at the end, in one step. */
export async function writeAll(file: FileHandle, pieces: Buffer[]): Promise<void> {
  const { bytesWritten } = await file.writev(pieces)
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  // A disk that becomes full takes a part, and says why with the rest.
  if (bytesWritten < bytes) await file.writeFile(Buffer.concat(pieces).subarray(bytesWritten))
}
