import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { Response } from 'express'
import { ZipFile } from 'yazl'

/** A file of an archive: stored bytes, which are not compressed, or pieces of text, made when they are sent. */
export interface ZipEntry {
  name: string
  content: Buffer | Iterable<string>
  at: Date
}

/**
 * Answers with an archive of the entries, each asked for when the one before it is being sent: nothing is
 * held in memory but what the client has not read yet. Ends early, and quietly, when the client hangs up.
 */
export async function sendZip(
  res: Response,
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
): Promise<void> {
  const zip = new ZipFile()
  const gone = new AbortController()
  const sending = pipeline(zip.outputStream, res)
  sending.catch(() => gone.abort())
  zip.on('error', (error) => res.destroy(error instanceof Error ? error : undefined))
  try {
    for await (const { name, content, at } of entries) {
      gone.signal.throwIfAborted()
      const compress = !Buffer.isBuffer(content)
      const stream = compress ? Readable.from(joinSlices(content)) : Readable.from(cut(content))
      await add(zip, stream, { name, at, compress, signal: gone.signal })
    }
    zip.end()
    await sending
  } catch (error) {
    res.destroy()
    if (!gone.signal.aborted) throw error
  }
}

const pieceBytes = 256 * 1024

/** Larger than a stream buffers, so that the client's pace is the archive's. */
function* cut(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += pieceBytes)
    yield content.subarray(at, at + pieceBytes)
}

async function* joinSlices(pieces: Iterable<string>): AsyncGenerator<Buffer> {
  for await (const slice of inSlices(pieces)) yield Buffer.from(slice.join(''))
}

async function add(
  zip: ZipFile,
  content: Readable,
  of: { name: string; at: Date; compress: boolean; signal: AbortSignal },
): Promise<void> {
  const { name, at, compress, signal } = of
  try {
    zip.addReadStream(content, name, { mtime: at, compress })
    await finished(content, { signal })
  } finally {
    content.destroy()
  }
}

const sliceMs = 5

/** Items that take CPU to make, some at a time: other requests go on in between. */
export async function* inSlices<Item>(items: Iterable<Item>): AsyncGenerator<Item[]> {
  let slice: Item[] = []
  let endsAt = performance.now() + sliceMs
  for (const item of items) {
    slice.push(item)
    if (performance.now() < endsAt) continue
    yield slice
    slice = []
    await setImmediate()
    endsAt = performance.now() + sliceMs
  }
  if (slice.length > 0) yield slice
}
