import { setInterval } from 'node:timers'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { startS3Storage } from '@tests/support/storage/s3-buckets'
import { serverKeys, startS3Server } from '@tests/support/storage/s3-server'

const uploads = 200
const usedBytes = () => process.memoryUsage().arrayBuffers
const uploadBytes = 1024 * 1024

it('200 uploads at the same time are never in memory whole', async () => {
  const server = await startS3Server({ keepsBytes: false })
  const store = { endpoint: server.endpoint, keys: serverKeys }
  // Store and portal share one thread here: the time that each upload takes is not what this is about.
  const place = await startS3Storage(store, { putMs: 120_000 })
  const bytes = Buffer.alloc(uploadBytes, 'x')
  const staged = await Promise.all(
    Array.from({ length: uploads }, () => place.storage.stage(Readable.from([bytes]))),
  )
  const before = usedBytes()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, usedBytes())), 5)
  try {
    await Promise.all(
      staged.map((each, index) =>
        place.storage.keep(each, `${'k'.repeat(43)}/${index}-upload.pdf`),
      ),
    )
  } finally {
    clearInterval(watch)
  }
  expect(most - before).toBeLessThan((uploads * uploadBytes) / 2)
  expect([...server.objects.keys()].filter((name) => name.endsWith('.pdf'))).toHaveLength(
    2 * uploads,
  )
  await place.close()
  await server.close()
})
