import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../../storage/disk-io'

/** A link that was sealed, as it is told to the log and kept outside the database. */
export interface KeptSeal {
  position: number
  hash: Buffer
}

const fileOf = (uploadsDir: string) => join(uploadsDir, '.audit-seals')

/** In groups, as the log takes out whatever is as long as a key. */
export const readableHash = (hash: Buffer): string =>
  (hash.toString('hex').match(/.{16}/g) ?? []).join(' ')

/** Adds a line where a person with access to the database alone can't reach it. */
export const keepSeal = (uploadsDir: string, { position, hash }: KeptSeal): Promise<void> =>
  appendFile(fileOf(uploadsDir), `${position} ${readableHash(hash)}\n`, {
    mode: 0o600,
    flush: true,
  })

/** Those of this machine, the oldest first. */
export async function listKeptSeals(uploadsDir: string): Promise<KeptSeal[]> {
  try {
    const text = await readFile(fileOf(uploadsDir), 'utf8')
    // A line that a power cut broke off says nothing.
    return text.split('\n').flatMap((line) => readKeptSeal(line) ?? [])
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Of '4711 0f3a…' or of a line of the log; null for anything else. */
export function readKeptSeal(text: string): KeptSeal | null {
  const [, position, groups = ''] =
    /^(\d+)[\s:]+([\da-f :]+)$/.exec(text.trim()) ??
    /"position":(\d+),"hash":"([\da-f ]+)"/.exec(text) ??
    []
  const hash = groups.replaceAll(/[\s:]/g, '')
  return hash.length === 64 ? { position: Number(position), hash: Buffer.from(hash, 'hex') } : null
}
