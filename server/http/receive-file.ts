import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Request, RequestHandler } from 'express'
import multer from 'multer'
import pLimit from 'p-limit'
import { maxFileBytes } from '@shared/file-kinds'
import { uploadLimit, withinLimit } from './body-limits'
import { badRequest } from '../errors'

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

/** Chunks are written together; a network packet alone would be a step of its own. */
const writtenBytes = 512 * 1024

/** Takes in the one file of a multipart request, field `file`, into a folder: a slow upload needs no memory. */
export function receiveFile(incoming: string): RequestHandler {
  const engine: multer.StorageEngine = {
    _handleFile(_req, file, done) {
      const path = join(incoming, randomUUID())
      const target = createWriteStream(path, {
        flags: 'wx',
        mode: 0o600,
        highWaterMark: writtenBytes,
      })
      pipeline(file.stream, target).then(
        () => done(null, { path, size: target.bytesWritten }),
        async (error: unknown) => {
          await remove(path)
          done(error)
        },
      )
    },
    _removeFile: (_req, { path }, done) => void remove(path).then(() => done(null)),
  }
  const receive = multer({
    storage: engine,
    defParamCharset: 'utf8',
    limits: { fileSize: maxFileBytes, files: 1, fields: 0, parts: 2, fieldNameSize: 100 },
  }).single('file')
  const receiveWithinLimit = withinLimit(uploadLimit, receive, ({ file }) => {
    if (file) void remove(file.path)
  })
  return (req, res, next) => {
    checkBoundary(req)
    receiveWithinLimit(req, res, next)
  }
}

/** Received files are in memory whole while they are checked and stored: few at a time. */
const inTurn = pLimit(4)
/** Used again and again: new buffers count as growth of V8's heap (ADR 16). */
const places: Buffer[] = []

/** Works on the file that `receiveFile` took in, and removes it afterwards. Throws 400 without a file. */
export async function withReceivedFile<Result>(
  { file }: Request,
  work: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  if (!file) throw badRequest('File required: Please select a credit report file to upload.')
  try {
    return await inTurn(async () =>
      withBytes(file, async (bytes) => work({ bytes, claimedName: file.originalname })),
    )
  } finally {
    await remove(file.path)
  }
}

/** The bytes are gone once the work is done. */
async function withBytes<Result>(
  { path, size }: Express.Multer.File,
  work: (bytes: Buffer) => Promise<Result>,
): Promise<Result> {
  const place = places.pop() ?? Buffer.allocUnsafeSlow(maxFileBytes + 1)
  try {
    const file = await open(path)
    try {
      const { bytesRead } = await file.read(place, 0, size, 0)
      if (bytesRead !== size) throw new Error('An upload could not be read back.')
    } finally {
      await file.close()
    }
    return await work(place.subarray(0, size))
  } finally {
    places.push(place)
  }
}

/** The sweep removes what cannot be removed now. */
const remove = (path: string) => unlink(path).catch(() => undefined)
