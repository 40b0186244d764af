import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import type { BucketPlace } from '../../env-storage'
import { StorageAwayError } from '../../storage-away'
import type { S3 } from './connect-s3'
import { isRefusal } from './failures'

interface ListedObject {
  name: string
  modifiedAtMs: number
}

/** Objects of a bucket whose names begin alike. */
export interface ObjectFolder {
  /** Stores it whole or not at all. Throws `EEXIST` when another content has the name. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Null when it is missing. */
  read(name: string): Promise<Buffer | null>
  sizeOf(name: string): Promise<number | null>
  /** Harmless when it is gone. */
  remove(name: string): Promise<void>
  /** In the order of their names. */
  list(): AsyncGenerator<ListedObject>
  /** Throws when the bucket does not answer, or is not there. */
  check(): Promise<void>
  /** Stores an empty object and removes it. */
  tryOut(): Promise<void>
}

export function openObjectFolder(s3: S3, place: BucketPlace, folder: string): ObjectFolder {
  const { bucket } = place
  const prefix = `${place.prefix}${folder}/`
  const target = (name: string) => ({ Bucket: bucket, Key: prefix + name })

  async function find(name: string) {
    const found = await s3.ask((client) => client.send(new HeadObjectCommand(target(name))))
    if (!isRefusal(found)) return found
    // The same answer comes when there is no such bucket: then nothing is known of the object.
    await check()
    return null
  }

  async function check(): Promise<void> {
    const command = new HeadBucketCommand({ Bucket: bucket })
    // A readiness check wants its answer soon.
    const abortSignal = AbortSignal.timeout(s3.limits.answerMs)
    const answer = await s3.ask((client) => client.send(command, { abortSignal }))
    if (isRefusal(answer)) throw bucketMissing(bucket)
  }

  async function remove(name: string): Promise<void> {
    await s3.ask((client) => client.send(new DeleteObjectCommand(target(name))))
  }

  return {
    check,
    remove,

    async put(name, bytes) {
      const attempt = randomUUID()
      const command = new PutObjectCommand({
        ...target(name),
        Body: bytes,
        ContentType: 'application/octet-stream',
        IfNoneMatch: '*',
        Metadata: { attempt },
      })
      const { putMs: requestTimeout } = s3.limits
      const answer = await s3.ask((client) => client.send(command, { requestTimeout }))
      if (answer !== 'taken') return
      // After a try that arrived although its answer did not, the object is the content itself.
      const found = await find(name)
      if (found?.Metadata?.['attempt'] !== attempt) throw nameTaken()
    },

    async read(name) {
      const command = new GetObjectCommand(target(name))
      const answer = await s3.ask((client) => client.send(command))
      if (!isRefusal(answer)) return readBody(answer.Body, s3.limits.stallMs)
      await check()
      return null
    },

    async sizeOf(name) {
      const found = await find(name)
      return found && (found.ContentLength ?? 0)
    },

    async tryOut() {
      const command = new PutObjectCommand({ ...target('.tried-out'), Body: '', ContentLength: 0 })
      await s3.ask((client) => client.send(command))
      await remove('.tried-out')
    },

    async *list() {
      let next: string | undefined
      do {
        const command = new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          ContinuationToken: next,
        })
        const page = await s3.ask((client) => client.send(command))
        if (isRefusal(page)) throw bucketMissing(bucket)
        for (const { Key, LastModified } of page.Contents ?? []) {
          yield {
            name: (Key ?? '').slice(prefix.length),
            modifiedAtMs: LastModified?.getTime() ?? 0,
          }
        }
        next = page.NextContinuationToken
      } while (next !== undefined)
    },
  }
}

/** Throws when the store breaks off, or sends nothing for too long. */
async function readBody(body: unknown, stallMs: number): Promise<Buffer> {
  if (!(body instanceof Readable)) throw new StorageAwayError('The object store sent no content.')
  const timer = setTimeout(() => body.destroy(new Error('It stopped sending.')), stallMs)
  const chunks: Buffer[] = []
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      timer.refresh()
    }
    return Buffer.concat(chunks)
  } catch (error) {
    throw new StorageAwayError('The object store broke off a content.', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

const bucketMissing = (bucket: string) =>
  new StorageAwayError(`The object store has no bucket "${bucket}".`, { isRefusal: true })

const nameTaken = () =>
  Object.assign(new Error('Another content has this name.'), { code: 'EEXIST' })
