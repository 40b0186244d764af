import { describe } from 'vitest'
import { startS3Storage } from '@tests/support/storage/s3-buckets'
import { describeStorage } from '@tests/support/storage/storage-contract'

/** A real object store, where one is named: its address, and keys that may make buckets. */
const { REFERENCE_S3: endpoint, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env
const keys = {
  accessKeyId: AWS_ACCESS_KEY_ID ?? '',
  secretAccessKey: AWS_SECRET_ACCESS_KEY ?? '',
}

describe.skipIf(!endpoint)('the object store of REFERENCE_S3', () => {
  describeStorage('it', () => startS3Storage({ endpoint: endpoint ?? '', keys }))
})
