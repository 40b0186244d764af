import { createCipheriv, createDecipheriv } from 'node:crypto'
import { DamagedContentError } from '../port'

const algorithm = 'aes-256-gcm'
const tagBytes = 16
const pieceBytes = 16 * 1024
/** One is enough: no key seals two contents. */
const nonce = Buffer.alloc(12)

interface Binding {
  /** Of this content alone, and used for one sealing. */
  key: Buffer
  storageKey: string
}

/** The content, encrypted in place, then its tag: the checksum of the whole, bound to its name and size. */
export function sealContent(parts: readonly Buffer[], { key, storageKey }: Binding): Buffer[] {
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(bindTo(storageKey, size))
  for (const part of parts) replacePieces(part, (piece) => cipher.update(piece))
  // This algorithm leaves nothing to come but the tag.
  cipher.final()
  return [...parts, cipher.getAuthTag()]
}

/** The content, decrypted in place. Throws a DamagedContentError for whatever was not sealed as it. */
export function openContent(sealed: Buffer, { key, storageKey }: Binding): Buffer {
  try {
    const size = sealedFrom(sealed.length)
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      .setAAD(bindTo(storageKey, size))
      .setAuthTag(sealed.subarray(size))
    const content = sealed.subarray(0, size)
    replacePieces(content, (piece) => decipher.update(piece))
    // Nothing of the content counts before the tag is checked.
    decipher.final()
    return content
  } catch {
    throw new DamagedContentError()
  }
}

/** Piece by piece: large new buffers cost page faults, and count as growth of V8's heap (ADR 16). */
function replacePieces(bytes: Buffer, replace: (piece: Buffer) => Buffer): void {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    replace(bytes.subarray(at, at + pieceBytes)).copy(bytes, at)
  }
}

/** How many bytes were sealed into so many. */
export const sealedFrom = (sealedBytes: number) => Math.max(0, sealedBytes - tagBytes)

const bindTo = (storageKey: string, size: number) =>
  Buffer.from(`portal-content:v1:${storageKey}:${size}`)
