import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startS3Storage } from '@tests/support/storage/s3-buckets'
import { serverKeys, startS3Server } from '@tests/support/storage/s3-server'
import { describeStorage } from '@tests/support/storage/storage-contract'
import { createLogger } from '../../http/logger'
import { StorageAwayError } from '../../storage-away'
import { createS3Storage } from './s3-storage'

const server = await startS3Server()
const store = { endpoint: server.endpoint, keys: serverKeys }
afterAll(() => server.close())

describeStorage('an object store', () => startS3Storage(store))

describe('an object store', () => {
  const key = `${'k'.repeat(43)}/one.pdf`
  const limits = { connectMs: 500, answerMs: 300, putMs: 400, stallMs: 300 }
  let place: Awaited<ReturnType<typeof startS3Storage>>

  beforeEach(async () => {
    place = await startS3Storage(store, limits)
  })
  afterEach(async () => {
    server.fail(null)
    await place.close()
  })

  const stage = (text: string) => place.storage.stage(Readable.from([Buffer.from(text)]))
  const keep = async (text: string) => place.storage.keep(await stage(text), key)
  const openStored = async () => {
    const content = await place.storage.open(key)
    if (!content) throw new Error('It is not there.')
    return content
  }

  it('takes no bytes that are not those that were staged', async () => {
    const staged = await stage('abc')
    await writeFile(staged.path, 'xyz')
    await expect(place.storage.keep(staged, key)).rejects.toThrow('XAmzContentSHA256Mismatch')
    expect(await place.buckets.list()).toEqual([])
  })

  it.each([0, 1])('that is full after %i requests says so and keeps nothing', async (after) => {
    const staged = await stage('abc')
    server.fail('full', { after })
    await expect(place.storage.keep(staged, key)).rejects.toMatchObject({ code: 'ENOSPC' })
    server.fail(null)
    expect(await place.buckets.list()).toEqual([])
  })

  it.each(['failing', 'breaks off', 'silent'] as const)(
    'that is %s for a moment gets the content again',
    async (fault) => {
      const staged = await stage('abc')
      server.fail(fault, { times: 1 })
      await place.storage.keep(staged, key)
      expect(await place.buckets.list()).toHaveLength(2)
    },
  )

  it.each(['failing', 'denied', 'silent'] as const)(
    'that is %s is away in time, and nothing counts as missing',
    async (fault) => {
      await keep('abc')
      const staged = await stage('def')
      const content = await openStored()
      server.fail(fault)
      const { storage } = place
      const calls = [
        () => storage.check(),
        () => storage.open(key),
        () => storage.ageOfKept(key),
        () => content.checksum(),
        () => buffer(content.stream()),
        () => storage.remove(key),
        () => storage.keep(staged, key.replace('one', 'two')),
      ]
      const began = Date.now()
      await Promise.all(calls.map((call) => expect(call()).rejects.toThrow(StorageAwayError)))
      expect(Date.now() - began).toBeLessThan(8_000)
    },
  )

  it('without its bucket is away as well', async () => {
    await place.takeAway()
    await expect(place.storage.open(key)).rejects.toThrow('has no bucket')
  })

  it('that stops in the middle of a content ends the reading', async () => {
    await keep('x'.repeat(100_000))
    const content = await openStored()
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

  const startAgain = () =>
    createS3Storage({
      address: place.buckets.address,
      keys: serverKeys,
      uploadsDir: place.uploadsDir,
      logger: createLogger({ logLevel: 'silent' }),
      limits,
    })

  it('that refuses keys or has no bucket is told at the start; one that is silent is waited for', async () => {
    server.fail('denied')
    await expect(startAgain()).rejects.toMatchObject({ isRefusal: true })
    server.fail('silent')
    const late = await startAgain()
    await expect(late.check()).rejects.toThrow(StorageAwayError)
    server.fail(null)
    await late.check()
    await place.takeAway()
    await expect(startAgain()).rejects.toMatchObject({ isRefusal: true })
  })
})
