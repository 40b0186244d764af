import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { ZipFile } from 'yazl'

/** A file of an archive; bytes that are on their way are not packed any tighter. */
export interface ZipEntry {
  name: string
  content: Readable | string
  at: Date
}

/**
 * Answers with an archive of the entries, each asked for when the one before it is on its way: nothing is
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
      if (typeof content === 'string') {
        zip.addBuffer(Buffer.from(content), name, { mtime: at })
      } else {
        await add(zip, content, { name, at, signal: gone.signal })
      }
    }
    zip.end()
    await sending
  } catch (error) {
    res.destroy()
    if (!gone.signal.aborted) throw error
  }
}

async function add(
  zip: ZipFile,
  content: Readable,
  { name, at, signal }: { name: string; at: Date; signal: AbortSignal },
): Promise<void> {
  try {
    zip.addReadStream(content, name, { mtime: at, compress: false })
    await finished(content, { signal })
  } finally {
    content.destroy()
  }
}
