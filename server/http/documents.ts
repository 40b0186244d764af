import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'
import { originPlaceholder } from '@shared/public-origin'

interface Variant {
  encoding: 'br' | 'gzip' | 'identity'
  getBody: () => Buffer
}

/** A text file kept in memory, in every encoding it has been sent in, the smallest first. */
export interface Document {
  type: string
  variants: readonly Variant[]
}

/** Reads a file of the build and fills in the portal's own origin. */
export function loadDocument(clientDir: string, file: string, origin: string): Document {
  const text = readFileSync(join(clientDir, file), 'utf8').replaceAll(originPlaceholder, origin)
  const body = Buffer.from(text)
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  return {
    type: extname(file),
    variants: [
      // When they are first asked for: all of them together would take a third of the start.
      { encoding: 'br', getBody: once(() => brotliCompressSync(body, { params })) },
      { encoding: 'gzip', getBody: once(() => gzipSync(body, { level: 9 })) },
      { encoding: 'identity', getBody: () => body },
    ],
  }
}

function once(make: () => Buffer): () => Buffer {
  let made: Buffer | undefined
  return () => (made ??= make())
}

/** Answers with a document in the smallest encoding that the client takes. */
export function sendDocument(req: Request, res: Response, document: Document): void {
  const variant =
    document.variants.find(({ encoding }) => req.acceptsEncodings(encoding)) ??
    document.variants.at(-1)
  if (!variant) throw new Error('A document has no variant.')
  res.vary('Accept-Encoding').type(document.type)
  if (variant.encoding !== 'identity') res.set('Content-Encoding', variant.encoding)
  res.send(variant.getBody())
}
