import { createCipheriv, createDecipheriv } from 'node:crypto'
import { DamagedContentError } from '../port'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
/** Larger pieces would make ranges cost more, smaller ones the whole. */
export const pieceBytes = 64 * 1024
export const sealedPieceBytes = pieceBytes + tagBytes

/** What every piece of a content is bound to, in addition to its number. */
export interface Binding {
  /** Of this content alone, and used for one sealing. */
  key: Buffer
  storageKey: string
  /** Bytes of the whole content before it was sealed. */
  size: number
}

/** An empty content is one empty piece. */
export const countPieces = (size: number) => Math.max(1, Math.ceil(size / pieceBytes))

export const sealedSize = (size: number) => size + countPieces(size) * tagBytes

/** How many bytes were sealed; null when sealing never leaves so many. */
export function plainSize(sealed: number): number | null {
  const size = sealed - Math.ceil(sealed / sealedPieceBytes) * tagBytes
  return size >= 0 && sealedSize(size) === sealed ? size : null
}

/** The piece, encrypted, and its tag, to be written one after the other. */
export function sealPiece(piece: Buffer, index: number, binding: Binding): [Buffer, Buffer] {
  const cipher = createCipheriv(algorithm, binding.key, nonceOf(index)).setAAD(dataOf(binding))
  const sealed = cipher.update(piece)
  // Of this algorithm, nothing is left to come but the tag.
  cipher.final()
  return [sealed, cipher.getAuthTag()]
}

/** Throws a DamagedContentError for whatever was not sealed as this piece of this content. */
export function openPiece(sealed: Buffer, index: number, binding: Binding): Buffer {
  try {
    const tagAt = sealed.length - tagBytes
    const decipher = createDecipheriv(algorithm, binding.key, nonceOf(index), {
      authTagLength: tagBytes,
    })
      .setAAD(dataOf(binding))
      .setAuthTag(sealed.subarray(tagAt))
    const piece = decipher.update(sealed.subarray(0, tagAt))
    // Nothing of it counts before this has checked the tag.
    decipher.final()
    return piece
  } catch {
    throw new DamagedContentError()
  }
}

/** Its number is enough: no key seals two contents. */
function nonceOf(index: number): Buffer {
  const nonce = Buffer.alloc(nonceBytes)
  nonce.writeUInt32BE(index, nonceBytes - 4)
  return nonce
}

const dataOf = ({ storageKey, size }: Binding) =>
  Buffer.from(`portal-content:v1:${storageKey}:${size}`)
