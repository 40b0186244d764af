import { open } from 'node:fs/promises'
import { maxFileBytes } from '@shared/file-kinds'

/** A buffer in which a whole document fits, sealed as well. */
export type Place = Buffer<ArrayBuffer>

const placeBytes = maxFileBytes + 1024
const maxKept = 4
const kept: Place[] = []

/** Places are used again: large new buffers cost page faults, and count as growth of V8's heap (ADR 16). */
export const takePlace = (): Place => kept.pop() ?? Buffer.allocUnsafeSlow(placeBytes)

/** Call it once, when nothing reads from the place any more: it may be someone else's document next. */
export function returnPlace(place: Place): void {
  if (kept.length < maxKept) kept.push(place)
}

/** Works in a place, of which nothing may be used afterwards. */
export async function inPlace<Result>(work: (place: Place) => Promise<Result>): Promise<Result> {
  const place = takePlace()
  try {
    return await work(place)
  } finally {
    returnPlace(place)
  }
}

/** Reads a file into one buffer, in the place where it fits: Node's `readFile` reads pieces and joins them. */
export async function readWhole(path: string, place?: Buffer): Promise<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const bytes = place && size <= place.length ? place : Buffer.allocUnsafeSlow(size)
    let length = 0
    while (length < size) {
      const { bytesRead } = await file.read(bytes, length, size - length, length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return bytes.subarray(0, length)
  } finally {
    await file.close()
  }
}
