import { basename } from 'node:path'
import { z } from '@shared/zod'
import { loopbackHosts } from './env-network'
import { optional, secret, withDefault } from './env-values'

/** Objects whose names begin alike. */
export interface BucketPlace {
  bucket: string
  /** Empty, or ends with a slash. */
  prefix: string
}

export interface S3Address {
  kind: 's3'
  contents: BucketPlace
  backups: BucketPlace
  /** Undefined: Amazon's own, for the region. */
  endpoint: string | undefined
  region: string
}

/** Where contents are: in the folders of UPLOADS_DIR and SECOND_COPY_DIR, or in an object store. */
type StorageAddress = { kind: 'disk' } | S3Address

const parameters = ['endpoint', 'region', 'backup']
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const form = 'must be "disk" or s3://bucket/prefix?endpoint=https://…&region=…'

/** `disk`, or `s3://bucket/prefix?endpoint=…&region=…&backup=bucket/prefix`. */
const storageAddress = z.string().transform((text, context): StorageAddress => {
  const address = text === 'disk' ? { kind: 'disk' as const } : parseS3(text)
  if (typeof address !== 'string') return address
  context.addIssue({ code: 'custom', message: address })
  return z.NEVER
})

export const storageSettings = {
  STORAGE: withDefault(storageAddress.prefault('disk')).describe(
    'disk, or an object store: s3://bucket/prefix?endpoint=https://…&region=…&backup=other-bucket/prefix. Without endpoint it is Amazon’s; without backup the copies are in the same bucket. Uploads that are still coming in are in UPLOADS_DIR then.',
  ),
  AWS_ACCESS_KEY_ID: optional(secret(z.string())).describe('The object store’s key.'),
  AWS_SECRET_ACCESS_KEY: optional(secret(z.string())).describe('Its secret.'),
}

type StorageEnv = z.infer<z.ZodObject<typeof storageSettings>>

export const readStorage = (env: StorageEnv) => ({
  storage: env.STORAGE,
  s3Keys: {
    accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
  },
})

/** What is wrong with the settings taken together, by their names. */
export function findStorageProblem(env: StorageEnv): [string, string] | null {
  if (env.STORAGE.kind === 'disk') return null
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const) {
    if (!env[name]) return [name, 'is missing: the address of the storage begins with s3://']
  }
  return null
}

/** The address, or what is wrong with it. */
function parseS3(text: string): S3Address | string {
  if (!URL.canParse(text)) return form
  const { protocol, hostname, pathname, searchParams, username } = new URL(text)
  const contents = parsePlace(hostname + pathname)
  if (protocol !== 's3:' || username !== '' || !contents) return form
  const unknown = [...searchParams.keys()].find((name) => !parameters.includes(name))
  if (unknown !== undefined) return `has "${unknown}", but takes ${parameters.join(', ')} only`
  const backup = searchParams.get('backup')
  const backups = backup === null ? contents : parsePlace(backup)
  if (!backups) return 'must name a bucket, or bucket/prefix, as backup'
  const endpoint = searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !isProtected(endpoint)) {
    return 'must have an endpoint with https:// in front, or http:// for this machine itself'
  }
  if (endpoint !== undefined && basename(new URL(endpoint).pathname) === contents.bucket) {
    return 'has the bucket in its endpoint, too: it stands behind s3:// only'
  }
  const region = searchParams.get('region') ?? (endpoint === undefined ? '' : 'us-east-1')
  if (!/^[\w-]+$/.test(region)) return 'must name a region'
  return { kind: 's3', contents, backups, endpoint, region }
}

/** `bucket/prefix`. */
function parsePlace(text: string): BucketPlace | null {
  const [bucket = '', ...folders] = text.split('/').filter(Boolean)
  const isSound = folders.every((name) => /^[\w.-]+$/.test(name) && !/^\.+$/.test(name))
  if (!bucketName.test(bucket) || !isSound) return null
  return { bucket, prefix: folders.map((name) => `${name}/`).join('') }
}

/** Documents go over it. */
function isProtected(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname } = new URL(endpoint)
  return protocol === 'https:' || (protocol === 'http:' && loopbackHosts.test(hostname))
}
