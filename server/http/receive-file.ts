import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, RequestHandler } from 'express'
import multer from 'multer'
import pLimit from 'p-limit'
import { maxFileBytes } from '@shared/file-kinds'
import { uploadLimit, withinLimit } from './body-limits'
import { badRequest } from '../errors'
import { inPlace, readWhole, returnPlace, takePlace, type Place } from '../places'

/** A file as it arrived. Its name is what the client claims; its declared type is used for nothing. */
export interface ReceivedFile {
  bytes: Buffer
  claimedName: string
}

/** RFC 2046 has 1 to 70 characters; the parser takes any number. */
const boundary = /;\s*boundary=(?:"[^"]{1,70}"|[^\s;"]{1,70})\s*(?:;|$)/i

/** Other kinds of body are left to the parser, which reads nothing of them. */
function checkBoundary(req: Request): void {
  const type = req.get('Content-Type') ?? ''
  if (/^multipart\/form-data\b/i.test(type) && !boundary.test(type)) {
    throw badRequest('The upload could not be read.')
  }
}

/** Uploads in memory, by the path that they would have on disk. */
const placed = new Map<string, Place>()
export const countPlaced = () => placed.size

/** Chunks are written together; a network packet alone would be a step of its own. */
const writtenBytes = 512 * 1024

/**
 * Takes in the one file of a multipart request, field `file`: a few in memory, more in a folder, so that many
 * slow uploads need no memory.
 */
export function receiveFile(incoming: string): RequestHandler {
  const engine: multer.StorageEngine = {
    _handleFile(_req, { stream }, done) {
      const path = join(incoming, randomUUID())
      receive(stream, path).then(
        (size) => done(null, { path, size }),
        async (error: unknown) => {
          await discard(path)
          done(error)
        },
      )
    },
    _removeFile: (_req, { path }, done) => void discard(path).then(() => done(null)),
  }
  const parse = multer({
    storage: engine,
    defParamCharset: 'utf8',
    limits: { fileSize: maxFileBytes, files: 1, fields: 0, parts: 2, fieldNameSize: 100 },
  }).single('file')
  const parseWithinLimit = withinLimit(uploadLimit, parse, ({ file }) => {
    if (file) void discard(file.path)
  })
  return (req, res, next) => {
    checkBoundary(req)
    parseWithinLimit(req, res, next)
  }
}

/** Returns how many bytes came. */
async function receive(stream: Readable, path: string): Promise<number> {
  const place = takePlace()
  if (place) {
    placed.set(path, place)
    const chunks: AsyncIterable<Buffer> = stream
    let size = 0
    for await (const chunk of chunks) size += chunk.copy(place, size)
    return size
  }
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: writtenBytes })
  await pipeline(stream, target)
  return target.bytesWritten
}

/** Harmless when it is gone. */
async function discard(path: string): Promise<void> {
  const place = placed.get(path)
  if (place && placed.delete(path)) returnPlace(place)
  // The sweep removes what cannot be removed now.
  else await unlink(path).catch(() => undefined)
}

/** Received files are checked and stored a few at a time. */
const inTurn = pLimit(4)

/** Works on the file that `receiveFile` took in; its bytes are gone afterwards. Throws 400 without a file. */
export async function withReceivedFile<Result>(
  { file }: Request,
  work: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  if (!file) throw badRequest('File required: Please select a credit report file to upload.')
  const { path, size, originalname: claimedName } = file
  try {
    return await inTurn(async () => {
      const place = placed.get(path)
      if (place) return work({ bytes: place.subarray(0, size), claimedName })
      return inPlace(async (free) => work({ bytes: await readWhole(path, free), claimedName }))
    })
  } finally {
    await discard(path)
  }
}
