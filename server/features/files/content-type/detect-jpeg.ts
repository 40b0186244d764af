// The largest segment is 64 KB, so a 10 MB photo of nothing but metadata has about 160.
const maxSegments = 1024
const maxComponents = 4

const startOfScan = 0xda
const endOfImage = 0xd9

interface Marker {
  code: number
  /** Where what belongs to it begins. */
  end: number
}

export const startsLikeJpeg = (head: Buffer): boolean =>
  head.length >= 3 && head.readUIntBE(0, 3) === 0xffd8ff

/**
 * Follows the markers through the scans, which must come after a frame header with an area, to the
 * end of the image. Phones put previews and films behind that end: anything may follow it.
 */
export function isJpeg(bytes: Buffer): boolean {
  let position = 2
  let hasFrame = false
  let hasScan = false
  let isInScan = false
  for (let count = 0; count < maxSegments; count += 1) {
    const marker = nextMarker(bytes, position, isInScan)
    if (marker?.code === endOfImage) return hasScan
    if (!marker || !hasLength(marker.code)) return false
    const segment = bytes.subarray(marker.end, marker.end + 8)
    if (segment.length < 8) return false
    const length = segment.readUInt16BE(0)
    if (length < 2) return false
    isInScan = marker.code === startOfScan
    if (isInScan) {
      if (!hasFrame || !isScanHeader(segment, length)) return false
      hasScan = true
    } else if (isFrame(marker.code)) {
      if (hasFrame || !isFrameHeader(segment, length)) return false
      hasFrame = true
    }
    position = marker.end + length
  }
  return false
}

/**
 * The marker at this position, with 0xff repeated before it as filling. Within a scan it may come
 * later: behind picture data, in which 0xff is followed by a zero or is part of a restart marker.
 */
function nextMarker(bytes: Buffer, from: number, isInScan: boolean): Marker | null {
  let at = from
  for (;;) {
    if (isInScan) while (at < bytes.length && bytes[at] !== 0xff) at += 1
    if (bytes[at] !== 0xff) return null
    while (bytes[at] === 0xff) at += 1
    const code = bytes[at]
    if (code === undefined) return null
    at += 1
    if (!isInScan || !isScanData(code)) return { code, end: at }
  }
}

const isScanData = (code: number): boolean => code === 0 || isRestart(code)

const isRestart = (code: number): boolean => code >= 0xd0 && code <= 0xd7

/** Start, restart and reserved markers have no length, and none belongs between segments. */
const hasLength = (code: number): boolean => code >= 0xc0 && code !== 0xd8 && !isRestart(code)

/** SOF0 to SOF15; the three others of that range hold tables. */
const isFrame = (code: number): boolean =>
  code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)

function isFrameHeader(segment: Buffer, length: number): boolean {
  const components = segment.readUInt8(7)
  const hasArea = segment.readUInt16BE(3) > 0 && segment.readUInt16BE(5) > 0
  return hasArea && isComponentCount(components) && length === 8 + 3 * components
}

function isScanHeader(segment: Buffer, length: number): boolean {
  const components = segment.readUInt8(2)
  return isComponentCount(components) && length === 6 + 2 * components
}

const isComponentCount = (count: number): boolean => count >= 1 && count <= maxComponents
