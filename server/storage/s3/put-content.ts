import { open } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { StorageAwayError } from '../../storage-away'
import type { StagedContent } from '../port'
import type { S3 } from './connect-s3'

const maxAttempts = 3
const firstRestMs = 200

interface Put {
  s3: S3
  target: { Bucket: string; Key: string }
  staged: StagedContent
  /** What has the name now. */
  find: () => Promise<{ size: number; sha256: string | undefined } | null>
}

/**
 * Sends a content in one request, which the store takes whole or not at all: only under a name that is
 * free, and only if its SHA-256 is the one that was staged. What sends streams does not try again by itself.
 */
export async function putContent(put: Put): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await putOnce(put)
      return
    } catch (error) {
      const mayPass = error instanceof StorageAwayError && !error.isRefusal
      if (!mayPass || attempt === maxAttempts) throw error
      await delay(firstRestMs * 2 ** attempt * Math.random())
    }
  }
}

async function putOnce({ s3, target, staged, find }: Put): Promise<void> {
  const command = new PutObjectCommand({
    ...target,
    ContentLength: staged.size,
    ContentType: 'application/octet-stream',
    IfNoneMatch: '*',
    Metadata: { sha256: staged.sha256 },
  })
  // Of a stream, the SDK would leave the checksum out of what it signs, and the store would check none.
  command.middlewareStack.add(
    (next) => (args) => {
      addHeader(args.request, 'x-amz-content-sha256', staged.sha256)
      return next(args)
    },
    { step: 'build', name: 'signContentChecksum' },
  )
  const file = await open(staged.path)
  const body = file.createReadStream()
  const unreadable = new AbortController()
  body.once('error', (error) => unreadable.abort(error))
  command.input.Body = body
  try {
    const { putMs: requestTimeout } = s3.limits
    const abortSignal = AbortSignal.any([AbortSignal.timeout(requestTimeout), unreadable.signal])
    const answer = await s3.ask((client) => client.send(command, { abortSignal, requestTimeout }))
    if (answer !== 'taken') return
  } finally {
    body.destroy()
  }
  // Of an attempt that arrived although its answer did not, it is the content itself.
  const found = await find()
  if (found?.sha256 !== staged.sha256 || found.size !== staged.size) throw nameTaken()
}

function addHeader(request: unknown, name: string, value: string): void {
  const hasHeaders = typeof request === 'object' && request !== null && 'headers' in request
  if (hasHeaders) Object.assign(request.headers ?? {}, { [name]: value })
}

const nameTaken = () =>
  Object.assign(new Error('Another content has this name.'), { code: 'EEXIST' })
