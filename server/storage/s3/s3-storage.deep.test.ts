import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
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

  const stage = (text: string) => storage.stage(Readable.from([Buffer.from(text)]))
  const keep = async (text: string) => storage.keep(await stage(text), key)
  const openStored = async (from = storage) => {
    const content = await from.open(key)
    if (!content) throw new Error('It is not there.')
    return content
  }

  it('takes no bytes that are not those that were staged', async () => {
    const staged = await stage('abc')
    await writeFile(staged.path, 'xyz')
    await expect(storage.keep(staged, key)).rejects.toThrow('XAmzContentSHA256Mismatch')
    expect(await place.buckets.list()).toEqual([])
  })

  it.each([0, 1])('that is full after %i requests says so and keeps nothing', async (after) => {
    const staged = await stage('abc')
    server.fail('full', { after })
    await expect(storage.keep(staged, key)).rejects.toMatchObject({ code: 'ENOSPC' })
    server.fail(null)
    expect(await place.buckets.list()).toEqual([])
  })

  it.each(['failing', 'breaks off', 'silent'] as const)(
    'that is %s for a moment gets the content again',
    async (fault) => {
      const sender = fault === 'silent' ? await openImpatiently() : storage
      const staged = await stage('abc')
      server.fail(fault, { times: 1 })
      await sender.keep(staged, key)
      expect(await place.buckets.list()).toHaveLength(2)
    },
  )

  it.each(['failing', 'denied', 'silent'] as const)(
    'that is %s is away in time, and nothing counts as missing',
    async (fault) => {
      await keep('abc')
      const staged = await stage('def')
      const reader = await openImpatiently()
      const content = await openStored(reader)
      server.fail(fault)
      const calls = [
        () => reader.check(),
        () => reader.open(key),
        () => reader.ageOfKept(key),
        () => content.checksum(),
        () => buffer(content.stream()),
        () => reader.remove(key),
        () => reader.keep(staged, key.replace('one', 'two')),
      ]
      const began = Date.now()
      await Promise.all(calls.map((call) => expect(call()).rejects.toThrow(StorageAwayError)))
      expect(Date.now() - began).toBeLessThan(8_000)
    },
  )

  it('without its bucket is away as well', async () => {
    await place.takeAway()
    await expect(storage.open(key)).rejects.toThrow('has no bucket')
  })

  it('that stops in the middle of a content ends the reading', async () => {
    await keep('x'.repeat(100_000))
    const content = await openStored(await openImpatiently())
    server.fail('stalls')
    await expect(buffer(content.stream())).rejects.toThrow('stopped sending')
  })

  it('sends no more than was asked for, and nothing to those who have left', async () => {
    await keep('0123456789'.repeat(1_000_000))
    const content = await openStored()
    const before = server.countSentBytes()
    expect(await buffer(content.stream({ start: 5, end: 24 }))).toHaveLength(20)
    expect(server.countSentBytes() - before).toBe(20)

    for (let readers = 0; readers < 60; readers += 1) {
      const stream = content.stream()
      await stream[Symbol.asyncIterator]().next()
      stream.destroy()
    }
    await expect.poll(() => server.countDownloads()).toBe(0)
  })

  it('never hands out bytes that have changed since they were looked at', async () => {
    await keep('abc')
    const content = await openStored()
    await place.damage('content', key, 'xyz')
    await expect(buffer(content.stream())).rejects.toThrow('changed while it was read')
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
