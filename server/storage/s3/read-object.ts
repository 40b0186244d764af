import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { StorageAwayError } from '../../storage-away'
import type { S3 } from './connect-s3'
import { isRefusal } from './failures'

interface Reading {
  s3: S3
  target: { Bucket: string; Key: string }
  /** Bytes that have changed are not handed out as those that were looked at. */
  etag: string
  /** Both included. */
  range: { start: number; end: number }
}

/**
 * The bytes of an object, requested immediately. A reader who leaves before the end ends the request, and a
 * store that sends nothing for a while ends the stream.
 */
export function readObject(reading: Reading): Readable {
  const through = new PassThrough()
  const leaving = new AbortController()
  through.once('close', () => leaving.abort())
  pass(reading, through, leaving.signal).catch((error: unknown) => {
    through.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return through
}

async function pass(reading: Reading, through: PassThrough, signal: AbortSignal): Promise<void> {
  const { s3, target, etag, range } = reading
  const command = new GetObjectCommand({
    ...target,
    IfMatch: etag,
    Range: `bytes=${range.start}-${range.end}`,
  })
  const answer = await s3.ask((client) => client.send(command, { abortSignal: signal }), signal)
  if (isRefusal(answer)) throw new StorageAwayError('The content was changed while it was read.')
  const { Body: body } = answer
  if (!(body instanceof Readable)) throw new StorageAwayError('The object store sent no content.')
  // Left open, it would keep its connection.
  if (signal.aborted) body.destroy()
  else await pipeline(body, withoutStalls(s3.limits.stallMs), through)
}

/** Counts the time for which the store is waited for, not that for which a reader is. */
function withoutStalls(stallMs: number) {
  return async function* (source: Readable): AsyncGenerator<Buffer> {
    const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]()
    for (;;) {
      const timer = setTimeout(() => {
        source.destroy(new StorageAwayError('The object store stopped sending a content.'))
      }, stallMs)
      const next = await chunks.next().finally(() => clearTimeout(timer))
      if (next.done) return
      yield next.value
    }
  }
}
