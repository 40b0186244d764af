import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

const format = Buffer.from('CPB1')
const idBytes = 4
const nonceBytes = 12
const tagBytes = 16
const headerBytes = format.length + idBytes + nonceBytes + tagBytes

export interface BackupKey {
  /** Encrypts; what comes out opens only under the same name. */
  seal(bytes: Buffer, name: string): Buffer
  /** Throws when the bytes were changed, or sealed under another name or key. */
  open(sealed: Buffer, name: string): Buffer
  /** A name that tells nothing, the same each time. */
  hide(name: string): string
}

export interface BackupKeys {
  current: BackupKey
  /** The key that these bytes were sealed with. Throws when it is none of these. */
  keyOf(sealed: Buffer): BackupKey
}

export class UnknownKeyError extends Error {}

/**
 * AES-256-GCM for what leaves the machine. The first key seals, all open. What is sealed begins with
 * `CPB1`, the key's id, nonce and tag.
 */
export function createBackupKeys(secrets: readonly Buffer[]): BackupKeys {
  const keys = new Map(secrets.map((secret) => [getId(secret).toString('hex'), createKey(secret)]))
  const [current] = keys.values()
  if (!current) throw new Error('At least one backup key is needed.')
  return {
    current,
    keyOf(sealed) {
      if (!sealed.subarray(0, format.length).equals(format)) throw new Error('It is damaged.')
      const id = sealed.subarray(format.length, format.length + idBytes).toString('hex')
      const key = keys.get(id)
      if (!key) throw new UnknownKeyError('No key of BACKUP_KEY opens it.')
      return key
    },
  }
}

function createKey(secret: Buffer): BackupKey {
  const start = Buffer.concat([format, getId(secret)])
  const sealing = derive(secret, 'sealing of a backup')
  const naming = derive(secret, 'names in a backup')
  return {
    seal(bytes, name) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(name))
      const ciphertext = [cipher.update(bytes), cipher.final()]
      return Buffer.concat([start, nonce, cipher.getAuthTag(), ...ciphertext])
    },
    open(sealed, name) {
      if (!sealed.subarray(0, start.length).equals(start)) throw new Error('It is damaged.')
      const nonceAt = start.length
      const tagAt = nonceAt + nonceBytes
      const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(nonceAt, tagAt), {
        authTagLength: tagBytes,
      })
        .setAAD(Buffer.from(name))
        .setAuthTag(sealed.subarray(tagAt, headerBytes))
      return Buffer.concat([decipher.update(sealed.subarray(headerBytes)), decipher.final()])
    },
    hide: (name) => createHmac('sha256', naming).update(name).digest('hex').slice(0, 40),
  }
}

/** Names a key without revealing it. */
const getId = (secret: Buffer) =>
  createHash('sha256').update('backup key').update(secret).digest().subarray(0, idBytes)

const derive = (secret: Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
