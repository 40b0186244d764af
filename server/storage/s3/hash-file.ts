import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { readInto } from '../read-into'

const pieceBytes = 512 * 1024

/** SHA-256 of the file at a path. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  const place = Buffer.allocUnsafeSlow(pieceBytes)
  const file = await open(path)
  try {
    for (let position = 0, isLast = false; !isLast; position += pieceBytes) {
      const bytes = await readInto(place, file, position)
      hash.update(bytes)
      isLast = bytes.length < pieceBytes
    }
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}
