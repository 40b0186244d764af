import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

const version = 'v1'
const nonceBytes = 12
const tagBytes = 16

export interface SealedColumn {
  table: string
  column: string
  id: number
}

export interface Sealer {
  /** How a value begins that the current key has sealed. */
  readonly prefix: string
  /** Encrypts under the current key; the value opens only at the same table, column and id. */
  seal(secret: string, at: SealedColumn): string
  /** Decrypts under the key the value names. Throws if it was moved, changed or its key is gone. */
  open(sealed: string, at: SealedColumn): string
  /** Equal for equal text and purpose under the current key; it can't be turned back or tried out without it. */
  fingerprint(text: string, purpose: string): string
}

/**
 * AES-256-GCM sealing for secrets at rest. The first key seals; all keys open, so that a new key
 * can be put in front of the old ones. Format: `v1.keyId.base64url(nonce|tag|ciphertext)`.
 */
export function createSealer(keys: readonly Buffer[]): Sealer {
  const byId = new Map(keys.map((key) => [keyId(key), key]))
  const [current] = keys
  if (!current) throw new Error('At least one data key is needed.')

  const prefix = `${version}.${keyId(current)}.`
  return {
    prefix,
    seal(secret, at) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', current, nonce).setAAD(associatedData(at))
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      const payload = Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
      return prefix + payload.toString('base64url')
    },
    open(sealed, at) {
      const [sealedVersion, id = '', payload = ''] = sealed.split('.')
      const key = byId.get(id)
      if (sealedVersion !== version || !key) throw new Error('No key opens this sealed value.')
      const bytes = Buffer.from(payload, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
        .setAAD(associatedData(at))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      const ciphertext = bytes.subarray(nonceBytes + tagBytes)
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
    },
    fingerprint(text, purpose) {
      const key = Buffer.from(hkdfSync('sha256', current, '', `fingerprint: ${purpose}`, 32))
      return createHmac('sha256', key).update(text).digest('base64url')
    },
  }
}

/** Null where opening throws: one value that was damaged, or whose key is lost, must not take others away. */
export function openOrNull<Value>(open: () => Value): Value | null {
  try {
    return open()
  } catch {
    return null
  }
}

/** Names a key without revealing it. */
export function keyId(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8)
}

function associatedData(at: SealedColumn): Buffer {
  return Buffer.from(`${at.table}:${at.column}:${at.id}`)
}
