import type { FileHandle } from 'node:fs/promises'
import { crc32 } from './crc32'
import { readAt } from './read-at'

const pngSignature = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const ihdrEnd = 33

// The largest segment is 64 KB, so a 10 MB photo of nothing but metadata has about 160.
const maxSegments = 1024
const startOfScan = 0xda
const maxComponents = 4

/** The signature, then an IHDR chunk of 13 bytes whose checksum holds and whose picture has an area. */
export function isPng(head: Buffer): boolean {
  if (head.length < ihdrEnd) return false
  if (!head.subarray(0, pngSignature.length).equals(pngSignature)) return false
  if (head.readUInt32BE(16) === 0 || head.readUInt32BE(20) === 0) return false
  return crc32(head.subarray(12, 29)) === head.readUInt32BE(29)
}

export function startsLikeJpeg(head: Buffer): boolean {
  return head.length >= 3 && head.readUIntBE(0, 3) === 0xffd8ff
}

/**
 * Walks the segments up to the first scan, which must come after a frame header with an area.
 * A missing end marker is accepted: phones leave one behind when saving is interrupted, and what is
 * there of the report can still be read.
 */
export async function isJpeg(file: FileHandle): Promise<boolean> {
  let position = 2
  let hasFrame = false
  for (let count = 0; count < maxSegments; count += 1) {
    const segment = await readAt(file, position, 10)
    if (segment.length < 10 || segment[0] !== 0xff) return false
    const marker = segment.readUInt8(1)
    // 0xff may be repeated before a marker as filling.
    if (marker === 0xff) {
      position += 1
      continue
    }
    const length = segment.readUInt16BE(2)
    if (!hasLength(marker) || length < 2) return false
    if (marker === startOfScan) return hasFrame && isScanHeader(segment, length)
    if (isFrame(marker)) {
      if (hasFrame || !isFrameHeader(segment, length)) return false
      hasFrame = true
    }
    position += 2 + length
  }
  return false
}

/** Start, end, restart and reserved markers stand alone, and none belongs before the first scan. */
function hasLength(marker: number): boolean {
  return marker >= 0xc0 && !(marker >= 0xd0 && marker <= 0xd9)
}

/** SOF0 to SOF15; the three others of that range hold tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function isFrameHeader(segment: Buffer, length: number): boolean {
  const components = segment.readUInt8(9)
  const hasArea = segment.readUInt16BE(5) > 0 && segment.readUInt16BE(7) > 0
  return hasArea && isComponentCount(components) && length === 8 + 3 * components
}

function isScanHeader(segment: Buffer, length: number): boolean {
  const components = segment.readUInt8(4)
  return isComponentCount(components) && length === 6 + 2 * components
}

function isComponentCount(count: number): boolean {
  return count >= 1 && count <= maxComponents
}
