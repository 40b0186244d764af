import { promisify } from 'node:util'
import { constants, createInflate, inflateRaw } from 'node:zlib'

const inflateRawAsync = promisify(inflateRaw)

/** Deflated bytes unpacked. Rejects when they are damaged or would be more than `maxBytes`. */
export async function unpackRaw(packed: Buffer, maxBytes: number): Promise<Buffer> {
  return inflateRawAsync(packed, { maxOutputLength: maxBytes })
}

/** The first `maxBytes` or so of a zlib stream; of a damaged one, what came before the damage. */
export async function unpackStart(packed: Buffer, maxBytes: number): Promise<Buffer> {
  const inflate = createInflate({ finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 64 * 1024 })
  inflate.end(packed)
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of inflate as AsyncIterable<Buffer>) {
      parts.push(part)
      length += part.length
      if (length >= maxBytes) break
    }
  } catch {
    return Buffer.concat(parts)
  }
  return Buffer.concat(parts)
}
