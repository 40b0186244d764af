import type { FileHandle } from 'node:fs/promises'

/** Reads from there on until the place is full or the file ends. Answers what came. */
export async function readInto(place: Buffer, file: FileHandle, position: number): Promise<Buffer> {
  let length = 0
  while (length < place.length) {
    const { bytesRead } = await file.read(place, length, place.length - length, position + length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return place.subarray(0, length)
}
