import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startS3Storage } from '@tests/support/storage/s3-buckets'
import { serverKeys, startS3Server } from '@tests/support/storage/s3-server'
import { describeStorage } from '@tests/support/storage/storage-contract'
import { createLogger } from '../../http/logger'
import { StorageAwayError } from '../../storage-away'
import type { FileStorage } from '../port'
import { createS3Storage } from './s3-storage'

const server = await startS3Server()
const store = { endpoint: server.endpoint, keys: serverKeys }
afterAll(() => server.close())

/** A real object store, where one is named: its address, and keys that may make buckets. */
const { REFERENCE_S3: endpoint, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env
const keys = {
  accessKeyId: AWS_ACCESS_KEY_ID ?? '',
  secretAccessKey: AWS_SECRET_ACCESS_KEY ?? '',
}

describeStorage('an object store', () => startS3Storage(store))

describe.skipIf(!endpoint)('the object store of REFERENCE_S3', () => {
  describeStorage('it', () => startS3Storage({ endpoint: endpoint ?? '', keys }))
})

describe('an object store', () => {
  const key = `${'k'.repeat(43)}/one.pdf`
  let place: Awaited<ReturnType<typeof startS3Storage>>
  let storage: FileStorage

  beforeEach(async () => {
    place = await startS3Storage(store)
    storage = place.storage
  })
  afterEach(async () => {
    server.fail(null)
    await place.close()
  })

  /** The same place, by a portal that waits only a moment for answers. */
  const openImpatiently = () =>
    createS3Storage({
      address: place.buckets.address,
      keys: serverKeys,
      uploadsDir: place.uploadsDir,
      logger: createLogger({ logLevel: 'silent' }),
      limits: { connectMs: 500, answerMs: 300, putMs: 600, stallMs: 300 },
    })

  const keep = (text: string, to = storage) => to.keep(key, Buffer.from(text))
  it.each([0, 1])('that is full after %i requests says so and keeps nothing', async (after) => {
    server.fail('full', { after })
    await expect(keep('abc')).rejects.toMatchObject({ code: 'ENOSPC' })
    server.fail(null)
    expect(await place.buckets.list()).toEqual([])
  })

  it.each(['failing', 'breaks off', 'silent'] as const)(
    'that is %s for a moment gets the content again',
    async (fault) => {
      const sender = fault === 'silent' ? await openImpatiently() : storage
      server.fail(fault, { times: 1 })
      await keep('abc', sender)
      expect(await place.buckets.list()).toHaveLength(2)
    },
  )

  it.each(['failing', 'denied', 'silent'] as const)(
    'that is %s is away in time, and nothing counts as missing',
    async (fault) => {
      await keep('abc')
      const reader = await openImpatiently()
      server.fail(fault)
      const calls = [
        () => reader.check(),
        () => reader.read(key),
        () => reader.sizeOf(key, 'backup'),
        () => reader.remove(key),
        () => reader.keep(key.replace('one', 'two'), Buffer.from('def')),
      ]
      const began = Date.now()
      await Promise.all(calls.map((call) => expect(call()).rejects.toThrow(StorageAwayError)))
      expect(Date.now() - began).toBeLessThan(8_000)
    },
  )

  it('without its bucket is away as well', async () => {
    await place.takeAway()
    await expect(storage.read(key)).rejects.toThrow(StorageAwayError)
    await expect(storage.sizeOf(key)).rejects.toThrow('has no bucket')
  })

  it('that stops in the middle of a content ends the reading', async () => {
    await keep('x'.repeat(100_000))
    const reader = await openImpatiently()
    server.fail('stalls')
    await expect(reader.read(key)).rejects.toThrow(StorageAwayError)
    server.fail(null)
    expect((await reader.read(key))?.length).toBe(100_000)
    await expect.poll(() => server.countDownloads()).toBe(0)
  })

  it('that refuses keys or has no bucket is told at the start; one that is silent is waited for', async () => {
    server.fail('denied')
    await expect(openImpatiently()).rejects.toMatchObject({ isRefusal: true })
    server.fail('silent')
    const late = await openImpatiently()
    await expect(late.check()).rejects.toThrow(StorageAwayError)
    server.fail(null)
    await late.check()
    await place.takeAway()
    await expect(openImpatiently()).rejects.toMatchObject({ isRefusal: true })
  })
})
