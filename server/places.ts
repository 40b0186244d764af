import { open } from 'node:fs/promises'
import { maxFileBytes } from '@shared/file-kinds'

/** A buffer in which a whole document fits, sealed as well. */
export type Place = Buffer<ArrayBuffer>

const placeBytes = maxFileBytes + 1024
const maxPlaces = 4
const free: Place[] = []
let made = 0

/**
 * A place, or null while all are taken. The few that there are serve again and again: large new buffers cost page
 * faults, and count as growth of V8's heap (ADR 16).
 */
export function takePlace(): Place | null {
  const place = free.pop()
  if (place || made === maxPlaces) return place ?? null
  made += 1
  return Buffer.allocUnsafeSlow(placeBytes)
}

/** Call it once, when nothing reads from the place any more: the next document in it may be someone else's. */
export const returnPlace = (place: Place) => void free.push(place)

/** Works in a place, of which nothing may be used afterwards; without one while all are taken. */
export async function inPlace<Result>(
  work: (place: Place | undefined) => Promise<Result>,
): Promise<Result> {
  const place = takePlace()
  try {
    return await work(place ?? undefined)
  } finally {
    if (place) returnPlace(place)
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
