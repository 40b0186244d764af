import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '@tests/support/network/listen'

/**
 * What is wrong with the server: it has no room, takes no keys, fails, never answers, does what it is told
 * but breaks off before it answers, or stops in the middle of a content.
 */
type S3Fault = 'full' | 'denied' | 'failing' | 'silent' | 'breaks off' | 'stalls'

export interface S3Server {
  endpoint: string
  /** By bucket and name: `portal/contents/…`. */
  objects: ReadonlyMap<string, StoredObject>
  /** From now on, after so many requests, and so many times. */
  fail(fault: S3Fault | null, when?: { after?: number; times?: number }): void
  countDownloads(): number
  /** Of contents, so far. */
  countSentBytes(): number
  close(): Promise<void>
}

export const serverKeys = { accessKeyId: 'portal-access', secretAccessKey: 'portal-secret' }

interface Call {
  req: IncomingMessage
  res: ServerResponse
  bucket: string
  /** `bucket/name`, or `bucket/`. */
  path: string
  query: URLSearchParams
  fault: S3Fault | null
}

/**
 * As much of an object store as the portal uses, in memory. It is as strict as Ceph's: a length is needed,
 * the checksum that is signed has to hold, and `If-None-Match: *` holds on whole objects.
 */
export async function startS3Server(): Promise<S3Server> {
  const buckets = new Set<string>()
  const objects = new Map<string, StoredObject>()
  let failing: { fault: S3Fault | null; after: number; times: number } | null = null
  let downloads = 0
  let sentBytes = 0

  function nextFault(): S3Fault | null {
    if (!failing) return null
    if (failing.after > 0) failing.after -= 1
    else if (failing.times > 0) {
      failing.times -= 1
      return failing.fault
    }
    return null
  }

  async function answer(call: Call): Promise<void> {
    const { req, res, bucket, path, query, fault } = call
    if (fault === 'silent') return
    if (fault === 'failing') return refuse(call, 500, 'InternalError')
    const isKnown = req.headers.authorization?.includes(`Credential=${serverKeys.accessKeyId}/`)
    if (!isKnown || fault === 'denied') return refuse(call, 403, 'AccessDenied')
    const isBucket = path === `${bucket}/`
    if (isBucket && req.method === 'PUT') buckets.add(bucket)
    if (!buckets.has(bucket)) return refuse(call, 404, 'NoSuchBucket')
    if (req.method === 'DELETE') {
      if (isBucket) buckets.delete(bucket)
      objects.delete(path)
      res.writeHead(204).end()
    } else if (isBucket) {
      const isList = req.method === 'GET'
      res.end(isList ? listPage(objects, bucket, query) : undefined)
    } else if (req.method === 'PUT') {
      await put(call)
    } else {
      get(call)
    }
  }

  async function put(call: Call): Promise<void> {
    const { req, res, path, fault } = call
    if (req.headers['content-length'] === undefined) {
      return refuse(call, 411, 'MissingContentLength')
    }
    const isTaken = () => req.headers['if-none-match'] === '*' && objects.has(path)
    if (isTaken()) return refuse(call, 412, 'PreconditionFailed')
    if (fault === 'full') return refuse(call, 403, 'QuotaExceeded')
    const { md5, sha256, ...received } = await receive(req)
    const signed = req.headers['x-amz-content-sha256']
    if (signed !== sha256) return refuse(call, 400, 'XAmzContentSHA256Mismatch')
    // Another one may have come first.
    if (isTaken()) return refuse(call, 412, 'PreconditionFailed')
    const etag = `"${md5}"`
    const metadata = Object.entries(req.headers).filter(([name]) => name.startsWith('x-amz-meta-'))
    objects.set(path, {
      ...received,
      etag,
      modifiedAt: new Date(),
      metadata: Object.fromEntries(metadata.map(([name, value]) => [name, String(value)])),
    })
    if (fault === 'breaks off') res.destroy()
    else res.writeHead(200, { ETag: etag }).end()
  }

  function get(call: Call): void {
    const { req, res, path, fault } = call
    const object = objects.get(path)
    if (!object) return refuse(call, 404, 'NoSuchKey')
    const { bytes, size, etag, modifiedAt, metadata } = object
    res.writeHead(200, {
      ...metadata,
      ETag: etag,
      'Content-Length': size,
      'Last-Modified': modifiedAt.toUTCString(),
    })
    if (req.method === 'HEAD') {
      res.end()
      return
    }
    downloads += 1
    sentBytes += size
    res.once('close', () => (downloads -= 1))
    if (fault === 'stalls') res.write(bytes.subarray(0, size / 2))
    else res.end(bytes)
  }

  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://s3')
    const [bucket = '', ...names] = decodeURIComponent(pathname.slice(1)).split('/')
    const path = `${bucket}/${names.join('/')}`
    const call = { req, res, bucket, path, query: searchParams, fault: nextFault() }
    answer(call).catch(() => res.destroy())
  })
  const port = await listen(server)
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    fail(fault, { after = 0, times = Infinity } = {}) {
      failing = { fault, after, times }
    },
    countDownloads: () => downloads,
    countSentBytes: () => sentBytes,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function receive(req: IncomingMessage) {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  const kept: Buffer[] = []
  let size = 0
  const chunks: AsyncIterable<Buffer> = req
  for await (const chunk of chunks) {
    md5.update(chunk)
    sha256.update(chunk)
    size += chunk.length
    kept.push(chunk)
  }
  return { bytes: Buffer.concat(kept), size, md5: md5.digest('hex'), sha256: sha256.digest('hex') }
}

function refuse({ req, res }: Call, status: number, code: string): void {
  // Anyone who still sends is not listened to.
  res.writeHead(status, { Connection: req.method === 'PUT' ? 'close' : 'keep-alive' })
  const body = `<Error><Code>${code}</Code><Message>${code}</Message></Error>`
  res.end(req.method === 'HEAD' ? undefined : body)
}

interface StoredObject {
  bytes: Buffer
  size: number
  etag: string
  modifiedAt: Date
  /** `x-amz-meta-…` */
  metadata: Record<string, string>
}

/** Few, so that a test's lists have several pages. */
const pageSize = 5

/** One page of ListObjectsV2, in the order of the names. */
function listPage(
  objects: ReadonlyMap<string, StoredObject>,
  bucket: string,
  query: URLSearchParams,
): string {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const names = [...objects.keys()]
    .filter((path) => path.startsWith(`${bucket}/${prefix}`))
    .map((path) => path.slice(bucket.length + 1))
    .filter((name) => name > after)
    .toSorted((one, other) => (one < other ? -1 : 1))
  const page = names.slice(0, pageSize)
  const isLast = page.length === names.length
  const contents = page.map((name) => {
    const { size, etag, modifiedAt } = objects.get(`${bucket}/${name}`) ?? emptyObject
    // Whole seconds, as Ceph has them.
    const modified = new Date(Math.floor(modifiedAt.getTime() / 1000) * 1000).toISOString()
    return `<Contents><Key>${name}</Key><LastModified>${modified}</LastModified><ETag>${etag}</ETag><Size>${size}</Size></Contents>`
  })
  const next = isLast ? '' : `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
  return `<ListBucketResult><Name>${bucket}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${!isLast}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}

const emptyObject: StoredObject = {
  bytes: Buffer.alloc(0),
  size: 0,
  etag: '',
  modifiedAt: new Date(0),
  metadata: {},
}
