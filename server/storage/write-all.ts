import type { FileHandle } from 'node:fs/promises'

/** Writes these pieces one after the other, from where the file is. */
export async function writeAll(file: FileHandle, pieces: Buffer[]): Promise<void> {
  const { bytesWritten } = await file.writev(pieces)
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  // A disk that becomes full takes a part, and says why with the rest.
  if (bytesWritten < bytes) await file.writeFile(Buffer.concat(pieces).subarray(bytesWritten))
}
