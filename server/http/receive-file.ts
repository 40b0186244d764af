import type { Request, RequestHandler, Response } from 'express'
import multer from 'multer'
import { maxFileBytes } from '@shared/file-kinds'
import type { FileStorage, StagedContent } from '../storage/port'
import { uploadLimit, withinLimit } from './body-limits'
import { badRequest } from '../errors'

/** A file as it arrived. Its name is what the client claims; its declared type is used for nothing. */
export interface ReceivedFile extends StagedContent {
  claimedName: string
}

declare global {
  namespace Express {
    namespace Multer {
      interface File {
        sha256: string
      }
    }
  }
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

/** Streams the one file of a multipart request, field `file`, to private temporary storage. */
export function receiveFile(storage: FileStorage): RequestHandler {
  const engine: multer.StorageEngine = {
    _handleFile(_req, file, done) {
      storage.stage(file.stream).then((staged) => done(null, staged), done)
    },
    _removeFile(_req, file, done) {
      storage.discard(file).then(() => done(null), done)
    },
  }
  const receive = multer({
    storage: engine,
    defParamCharset: 'utf8',
    limits: { fileSize: maxFileBytes, files: 1, fields: 0, parts: 2, fieldNameSize: 100 },
  }).single('file')
  const receiveWithinLimit = withinLimit(uploadLimit, receive, ({ file }) => {
    // The sweep removes what cannot be removed now.
    if (file) storage.discard(file).catch(() => undefined)
  })
  return (req, res, next) => {
    checkBoundary(req)
    receiveWithinLimit(req, res, next)
  }
}

/**
 * A handler that gets the file that `receiveFile` took in, until it has answered. Without a file it
 * answers 400.
 */
export function withReceivedFile(
  storage: FileStorage,
  handle: (file: ReceivedFile, req: Request, res: Response) => Promise<void>,
) {
  return async (req: Request, res: Response) => {
    const received = receivedFile(req)
    try {
      await handle(received, req, res)
    } finally {
      await storage.discard(received)
    }
  }
}

function receivedFile({ file }: Request): ReceivedFile {
  if (!file) throw badRequest('File required: Please select a credit report file to upload.')
  return {
    path: file.path,
    size: file.size,
    sha256: file.sha256,
    claimedName: file.originalname,
  }
}
