import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { S3Address } from '@server/env-storage'
import { createLogger } from '@server/http/logger'
import { createS3Storage } from '@server/storage/s3/s3-storage'
import type { Copy } from '@server/storage/port'
import type { StorageUnderTest } from './storage-contract'

interface ObjectStore {
  endpoint: string
  keys: { accessKeyId: string; secretAccessKey: string }
}

export interface Buckets {
  /** As STORAGE has it. */
  text: string
  address: S3Address
  put(bucket: string, name: string, body: string | Buffer): Promise<void>
  remove(bucket: string, name: string): Promise<void>
  list(): Promise<string[]>
  /** Buckets and all that is in them. */
  drop(): Promise<void>
}

/** Two new buckets of an object store, one for contents, one for their copies. */
export async function createBuckets({ endpoint, keys }: ObjectStore): Promise<Buckets> {
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: keys,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const name = `portal-test-${randomUUID()}`
  const [contents, backups] = [
    { bucket: name, prefix: 'portal/' },
    { bucket: `${name}-b`, prefix: '' },
  ]
  for (const { bucket } of [contents, backups]) {
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
  }

  async function* entries() {
    for (const { bucket } of [contents, backups]) {
      let next: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: next }),
        )
        for (const { Key } of page.Contents ?? []) yield { bucket, name: Key ?? '' }
        next = page.NextContinuationToken
      } while (next !== undefined)
    }
  }

  const remove = async (bucket: string, key: string) => {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
  }

  return {
    text: `s3://${name}/portal?endpoint=${endpoint}&backup=${name}-b`,
    address: { kind: 's3', contents, backups, endpoint, region: 'us-east-1' },
    remove,
    async put(bucket, key, body) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body }))
    },
    async list() {
      const names: string[] = []
      for await (const entry of entries()) names.push(`${entry.bucket}/${entry.name}`)
      return names
    },
    async drop() {
      for await (const entry of entries()) await remove(entry.bucket, entry.name)
      for (const { bucket } of [contents, backups]) {
        await client.send(new DeleteBucketCommand({ Bucket: bucket }))
      }
    },
  }
}

/** A storage in buckets of its own. */
export async function startS3Storage(
  store: ObjectStore,
  limits: Parameters<typeof createS3Storage>[0]['limits'] = {},
): Promise<StorageUnderTest & { buckets: Buckets; uploadsDir: string }> {
  const uploadsDir = await mkdtemp(join(tmpdir(), 'portal-s3-'))
  const buckets = await createBuckets(store)
  const { address } = buckets
  const logger = createLogger({ logLevel: 'silent' })
  const storage = await createS3Storage({ address, keys: store.keys, uploadsDir, logger, limits })
  let isThere = true
  const takeAway = async () => {
    if (isThere) await buckets.drop()
    isThere = false
  }
  const nameOf = (copy: Copy, key: string): [bucket: string, name: string] =>
    copy === 'content'
      ? [address.contents.bucket, `portal/contents/${key}`]
      : [address.backups.bucket, `backups/${key}`]
  return {
    buckets,
    uploadsDir,
    storage,
    damage: (copy, key, text) => buckets.put(...nameOf(copy, key), text),
    lose: (copy, key) => buckets.remove(...nameOf(copy, key)),
    listAll: async () => [...(await buckets.list()), ...(await readdir(join(uploadsDir, '.tmp')))],
    takeAway,
    async close() {
      await takeAway()
      await rm(uploadsDir, { recursive: true })
    },
  }
}
