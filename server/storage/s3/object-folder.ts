import {
  DeleteObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import type { BucketPlace } from '../../env-storage'
import { StorageAwayError } from '../../storage-away'
import type { StagedContent } from '../port'
import type { S3 } from './connect-s3'
import { isRefusal } from './failures'
import { putContent } from './put-content'

interface FoundObject {
  size: number
  /** Changes with the bytes. */
  etag: string
  modifiedAtMs: number
  /** As it was when they were stored. */
  sha256: string | undefined
}

export interface ListedObject {
  name: string
  modifiedAtMs: number
}

/** Objects of a bucket whose names begin alike. */
export interface ObjectFolder {
  bucket: string
  /** The whole name of an object, as the bucket knows it. */
  keyOf(name: string): string
  /** Stores it whole or not at all. Throws `EEXIST` when another content has the name. */
  put(name: string, staged: StagedContent): Promise<void>
  /** Stores an object without content. */
  mark(name: string): Promise<void>
  find(name: string): Promise<FoundObject | null>
  /** Harmless when it is gone. */
  remove(name: string): Promise<void>
  /** In the order of their names. */
  list(): AsyncGenerator<ListedObject>
  /** Throws when the bucket does not answer, or is not there. */
  check(): Promise<void>
}

export function openObjectFolder(s3: S3, place: BucketPlace, folder: string): ObjectFolder {
  const { bucket } = place
  const prefix = `${place.prefix}${folder}/`
  const keyOf = (name: string) => prefix + name
  const target = (name: string) => ({ Bucket: bucket, Key: keyOf(name) })

  async function find(name: string): Promise<FoundObject | null> {
    const found = await s3.ask((client) => client.send(new HeadObjectCommand(target(name))))
    if (isRefusal(found)) {
      // The same answer comes when there is no such bucket: then nothing is known of the object.
      await check()
      return null
    }
    return {
      size: found.ContentLength ?? 0,
      etag: found.ETag ?? '',
      modifiedAtMs: found.LastModified?.getTime() ?? 0,
      sha256: found.Metadata?.['sha256'],
    }
  }

  async function check(): Promise<void> {
    const command = new HeadBucketCommand({ Bucket: bucket })
    // A readiness check wants its answer soon.
    const abortSignal = AbortSignal.timeout(s3.limits.answerMs)
    const answer = await s3.ask((client) => client.send(command, { abortSignal }))
    if (isRefusal(answer)) throw bucketMissing(bucket)
  }

  return {
    bucket,
    keyOf,
    check,
    find,

    put: (name, staged) => putContent({ s3, target: target(name), staged, find: () => find(name) }),

    async mark(name) {
      const command = new PutObjectCommand({ ...target(name), Body: '', ContentLength: 0 })
      await s3.ask((client) => client.send(command))
    },

    async remove(name) {
      await s3.ask((client) => client.send(new DeleteObjectCommand(target(name))))
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

const bucketMissing = (bucket: string) =>
  new StorageAwayError(`The object store has no bucket "${bucket}".`, { isRefusal: true })
