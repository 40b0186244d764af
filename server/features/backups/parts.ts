import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { BackupFolder } from './backup-folder'
import type { BackupKey } from './backup-keys'
import type { Part } from './manifest'

/** Compressed and sealed in one piece, in memory. */
const partBytes = 8 * 1024 ** 2
/** A third of the time of the usual level, for a tenth more bytes. */
const level = 3

const compress = promisify(gzip)
const decompress = promisify(gunzip)

export interface BackupPlace {
  folder: BackupFolder
  key: BackupKey
  backup: string
}

/** Cuts what comes into parts, compresses and seals each, and returns their names. */
export async function writeParts(
  { folder, key, backup }: BackupPlace,
  prefix: string,
  source: AsyncIterable<Buffer>,
): Promise<Part[]> {
  const parts: Part[] = []
  const write = async (pieces: Buffer[]) => {
    const name = `${prefix}.${String(parts.length + 1).padStart(5, '0')}.sealed`
    const sealed = key.seal(await compress(Buffer.concat(pieces), { level }), `${backup}/${name}`)
    await folder.writePart(backup, name, sealed)
    parts.push({ name, sha256: sha256(sealed) })
  }
  let pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of source) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes < partBytes) continue
    await write(pieces)
    ;[pieces, bytes] = [[], 0]
  }
  if (bytes > 0) await write(pieces)
  return parts
}

/** Reads what was written. Throws, with the part's name, when one is missing or was changed. */
export async function* readParts(
  { folder, key, backup }: BackupPlace,
  parts: readonly Part[],
): AsyncGenerator<Buffer> {
  for (const part of parts) {
    let bytes: Buffer
    try {
      const sealed = await folder.readPart(backup, part.name)
      if (sha256(sealed) !== part.sha256) throw new Error('its checksum does not hold')
      bytes = await decompress(key.open(sealed, `${backup}/${part.name}`))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`${backup}/${part.name}: ${reason}`, { cause: error })
    }
    yield bytes
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
