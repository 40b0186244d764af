export interface StoredObject {
  /** Empty where the server keeps none. */
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
export function listPage(
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
