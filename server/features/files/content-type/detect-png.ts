import { crc32 } from 'node:zlib'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const chunkOverhead = 12
const headerDataBytes = 13

// Encoders write 4 to 64 KB a chunk, so a 10 MB picture has about 2,500 at most.
const maxChunks = 20_000

interface Chunk {
  type: string
  data: Buffer
}

export const startsLikePng = (head: Buffer): boolean =>
  head.subarray(0, signature.length).equals(signature)

/**
 * Follows the chunks to IEND: first a header with an area, then at least one with picture data.
 * Checksums must hold where viewers insist on it; what only informs may be damaged. Anything may
 * follow the end.
 */
export function isPng(bytes: Buffer): boolean {
  let position = signature.length
  let hasPicture = false
  for (let count = 0; count < maxChunks; count += 1) {
    const chunk = readChunk(bytes, position)
    if (!chunk) return false
    const { type, data } = chunk
    if ((count === 0) !== (type === 'IHDR')) return false
    if (type === 'IHDR' && !hasArea(data)) return false
    if (type === 'IDAT' && data.length > 0) hasPicture = true
    if (type === 'IEND') return hasPicture && data.length === 0
    position += chunkOverhead + data.length
  }
  return false
}

/** Null when it is cut off, has no proper name, or is damaged where that matters. */
function readChunk(bytes: Buffer, position: number): Chunk | null {
  if (position + chunkOverhead > bytes.length) return null
  const dataBytes = bytes.readUInt32BE(position)
  const type = bytes.toString('latin1', position + 4, position + 8)
  const checksumAt = position + 8 + dataBytes
  if (checksumAt + 4 > bytes.length || !/^[A-Za-z]{4}$/.test(type)) return null
  const isCritical = /^[A-Z]/.test(type)
  const checksum = bytes.readUInt32BE(checksumAt)
  if (isCritical && crc32(bytes.subarray(position + 4, checksumAt)) !== checksum) return null
  return { type, data: bytes.subarray(position + 8, checksumAt) }
}

function hasArea(header: Buffer): boolean {
  if (header.length !== headerDataBytes) return false
  return header.readUInt32BE(0) > 0 && header.readUInt32BE(4) > 0
}
