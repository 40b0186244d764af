import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { ReadAhead } from './read-ahead'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const chunkOverhead = 12
const headerDataBytes = 13
const maxChunkBytes = 0x7fffffff
const pieceBytes = 64 * 1024

// Encoders write 4 to 64 KB a chunk, so a 10 MB picture has about 2,500 at most.
const maxChunks = 20_000

interface Chunk {
  type: string
  dataAt: number
  dataBytes: number
}

export function startsLikePng(head: Buffer): boolean {
  return head.subarray(0, signature.length).equals(signature)
}

/**
 * Follows the chunks to IEND: first a header with an area, then at least one with picture data.
 * Checksums must hold where viewers insist on it; what only informs may be damaged. Anything may
 * follow the end.
 */
export async function isPng(file: FileHandle): Promise<boolean> {
  const reader = new ReadAhead(file)
  let position = signature.length
  let hasPicture = false
  for (let count = 0; count < maxChunks; count += 1) {
    const chunk = await readChunk(reader, position)
    if (!chunk) return false
    const { type, dataAt, dataBytes } = chunk
    if ((count === 0) !== (type === 'IHDR')) return false
    if (type === 'IHDR' && !hasArea(await reader.read(dataAt, dataBytes))) return false
    if (type === 'IDAT' && dataBytes > 0) hasPicture = true
    if (type === 'IEND') return hasPicture && dataBytes === 0
    position += chunkOverhead + dataBytes
  }
  return false
}

/** Null when it is cut off, has no proper name, or is damaged where that matters. */
async function readChunk(reader: ReadAhead, position: number): Promise<Chunk | null> {
  const head = await reader.read(position, 8)
  if (head.length < 8) return null
  const dataBytes = head.readUInt32BE(0)
  const type = head.toString('latin1', 4)
  if (dataBytes > maxChunkBytes || !/^[A-Za-z]{4}$/.test(type)) return null
  const checksumAt = position + 8 + dataBytes
  const checksum = await computeChecksum(reader, position + 4, checksumAt)
  const stated = await reader.read(checksumAt, 4)
  if (checksum === null || stated.length < 4) return null
  const isCritical = /^[A-Z]/.test(type)
  if (isCritical && stated.readUInt32BE(0) !== checksum) return null
  return { type, dataAt: position + 8, dataBytes }
}

async function computeChecksum(
  reader: ReadAhead,
  from: number,
  end: number,
): Promise<number | null> {
  let checksum = 0
  let position = from
  while (position < end) {
    const piece = await reader.read(position, Math.min(pieceBytes, end - position))
    if (piece.length === 0) return null
    checksum = crc32(piece, checksum)
    position += piece.length
  }
  return checksum
}

function hasArea(header: Buffer): boolean {
  if (header.length !== headerDataBytes) return false
  return header.readUInt32BE(0) > 0 && header.readUInt32BE(4) > 0
}
