import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FileStorage, OpenedContent } from '@server/storage/port'

export type Copy = 'content' | 'backup'

/** A storage of its own for one test, and what a test may do to it from outside. */
export interface StorageUnderTest {
  storage: FileStorage
  /** Puts other bytes in place of a copy, as damage does. */
  damage(copy: Copy, storageKey: string, text: string): Promise<void>
  lose(copy: Copy, storageKey: string): Promise<void>
  /** Names of everything that is stored: contents, copies, orphans and temporaries. */
  listAll(): Promise<string[]>
  /** Takes the storage away, contents and all. */
  takeAway(): Promise<void>
  close(): Promise<void>
}

const key = `${'k'.repeat(43)}/one.pdf`
const other = key.replace('one', 'two')
const minuteMs = 60_000

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

async function withContent<Result>(
  opening: Promise<OpenedContent | null>,
  work: (content: OpenedContent) => Promise<Result>,
): Promise<Result | null> {
  const content = await opening
  if (!content) return null
  try {
    return await work(content)
  } finally {
    await content.close()
  }
}

const readAll = async (content: OpenedContent) => (await buffer(content.stream())).toString()
const readPart = (range: { start: number; end: number }) => async (content: OpenedContent) =>
  (await buffer(content.stream(range))).toString()
const checksumOf = (opening: Promise<OpenedContent | null>) =>
  withContent(opening, async (content) => content.checksum())
const lookAt = (opening: Promise<OpenedContent | null>) =>
  withContent(opening, async (content) => ({
    print: content.fingerprint,
    known: content.knownChecksum(),
    sha256: await content.checksum(),
  }))

async function sortKeys(keys: AsyncIterable<string>): Promise<string[]> {
  const found = new Set<string>()
  for await (const each of keys) found.add(each)
  return [...found].toSorted()
}

/** What every storage promises, whatever it is made of. */
export function describeStorage(name: string, start: () => Promise<StorageUnderTest>): void {
  describe(`${name} keeps what every storage promises: a content`, () => holdContract(start))
}

function holdContract(startPlace: () => Promise<StorageUnderTest>): void {
  let place: StorageUnderTest
  let storage: FileStorage

  beforeEach(async () => {
    place = await startPlace()
    storage = place.storage
  })
  afterEach(async () => {
    vi.useRealTimers()
    await place.close()
  })

  const stage = (text: string) => storage.stage(Readable.from([Buffer.from(text)]))

  async function keep(text: string, storageKey = key): Promise<void> {
    await storage.keep(await stage(text), storageKey)
  }

  const read = (storageKey = key) => withContent(storage.open(storageKey), readAll)
  const readBackup = (storageKey = key) => withContent(storage.openBackup(storageKey), readAll)
  const part = (start: number, end: number) =>
    withContent(storage.open(key), readPart({ start, end }))
  const look = () => Promise.all([lookAt(storage.open(key)), lookAt(storage.openBackup(key))])

  it('is there with its second copy once it is kept, and not before', async () => {
    const staged = await stage('abc')
    expect(staged).toMatchObject({ size: 3, sha256: hash('abc') })
    expect([await read(), await readBackup()]).toEqual([null, null])
    expect(await storage.countTemporaries()).toBe(1)
    await storage.keep(staged, key)
    await storage.discard(staged)
    expect([await read(), await readBackup()]).toEqual(['abc', 'abc'])
    expect(await storage.countTemporaries()).toBe(0)
  })

  it('is never overwritten, by one that comes at the same moment neither', async () => {
    const texts = ['first', 'second', 'third', 'fourth']
    const outcomes = await Promise.allSettled(texts.map((text) => keep(text)))
    const kept = texts.filter((_text, index) => outcomes[index]?.status === 'fulfilled')
    expect(kept).toHaveLength(1)
    await expect(keep('later')).rejects.toThrow()
    expect([await read(), await readBackup()]).toEqual([kept[0], kept[0]])
  })

  it('is read in parts, and by many at the same time', async () => {
    await keep('0123456789')
    expect(await Promise.all([part(2, 4), part(0, 0), part(9, 9), part(0, 9)])).toEqual([
      '234',
      '0',
      '9',
      '0123456789',
    ])
  })

  it('can be left before its end', async () => {
    const text = 'x'.repeat(3_000_000)
    await keep(text)
    for (let readers = 0; readers < 80; readers += 1) {
      const content = await storage.open(key)
      const stream = content?.stream()
      if (readers % 2 === 0) await stream?.[Symbol.asyncIterator]().next()
      stream?.destroy()
    }
    expect(await checksumOf(storage.open(key))).toBe(hash(text))
  })

  it('has a size and a checksum, known only after it was read', async () => {
    await keep('abc')
    const known = () => withContent(storage.open(key), async (content) => content.knownChecksum())
    expect(await withContent(storage.open(key), async ({ size }) => size)).toBe(3)
    expect(await known()).toBeNull()
    // Once the change of its bytes is long enough ago.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minuteMs })
    expect(await checksumOf(storage.open(key))).toBe(hash('abc'))
    expect(await known()).toBe(hash('abc'))
  })

  it('that is damaged, or whose copy is, has another fingerprint and another checksum', async () => {
    await keep('abc')
    const before = await look()
    expect(before.map((copy) => copy?.sha256)).toEqual([hash('abc'), hash('abc')])
    expect(before[0]?.print).not.toBe(before[1]?.print)
    for (const [index, copy] of (['content', 'backup'] as const).entries()) {
      await place.damage(copy, key, 'xyz')
      const now = (await look())[index]
      expect(now).toMatchObject({ known: null, sha256: hash('xyz') })
      expect(now?.print).not.toBe(before[index]?.print)
    }
  })

  it('that is missing is told apart from its copy that is not', async () => {
    await keep('abc')
    await place.lose('content', key)
    expect([await read(), await readBackup()]).toEqual([null, 'abc'])
    await keep('def', other)
    await place.lose('backup', other)
    expect([await read(other), await readBackup(other)]).toEqual(['def', null])
  })

  it('is gone with its copy after it was removed, twice if need be; no other is', async () => {
    await keep('abc')
    await keep('def', other)
    await storage.remove(key)
    await storage.remove(key)
    expect([await read(), await readBackup()]).toEqual([null, null])
    expect([await read(other), await readBackup(other)]).toEqual(['def', 'def'])
    await storage.remove(other)
    expect(await place.listAll()).toEqual([])
  })

  it('leaves nothing when it breaks off, is discarded, or cannot be kept', async () => {
    const broken = new Readable({
      read() {
        this.push('some bytes')
        this.destroy(new Error('gone'))
      },
    })
    await expect(storage.stage(broken)).rejects.toThrow('gone')
    const staged = await stage('abc')
    await storage.discard(staged)
    await storage.discard(staged)
    await expect(storage.keep(staged, key)).rejects.toThrow('ENOENT')
    expect(await place.listAll()).toEqual([])
  })

  it.each(['../../etc/passwd', `${'k'.repeat(43)}/../x.pdf`, '.tmp/x', '', `${key}\0`])(
    'has no key %j',
    async (bad) => {
      const calls = [
        async () => storage.open(bad),
        async () => storage.openBackup(bad),
        async () => storage.remove(bad),
        async () => storage.moveToOrphans(bad),
      ]
      for (const call of calls) await expect(call()).rejects.toThrow('Not a storage key')
    },
  )

  it('is listed once when it is old enough, also a copy that is alone', async () => {
    const keys = Array.from({ length: 7 }, (_, index) => `${`${index}`.repeat(43)}/one.pdf`)
    for (const each of keys) await keep(each, each)
    await place.lose('content', keys[1] ?? '')
    await place.lose('backup', keys[2] ?? '')
    await place.lose('content', keys[6] ?? '')
    expect(await sortKeys(storage.listKept(-minuteMs))).toEqual(keys)
    expect(await sortKeys(storage.listKept(minuteMs))).toEqual([])
    for (const each of keys) {
      expect(await storage.ageOfKept(each)).toBeLessThan(minuteMs)
    }
    expect(await storage.ageOfKept(key)).toBeNull()
  })

  it('is set aside and comes back, by two sweeps at the same time too', async () => {
    await keep('abc')
    await Promise.all([storage.moveToOrphans(key), storage.moveToOrphans(key)])
    await storage.moveToOrphans(other)
    expect(await sortKeys(storage.listKept(-minuteMs))).toEqual([])
    expect(await sortKeys(storage.listOrphans(-minuteMs))).toEqual([key])
    expect(await sortKeys(storage.listOrphans(minuteMs))).toEqual([])
    await Promise.all([storage.restoreOrphan(key), storage.restoreOrphan(key)])
    expect(await sortKeys(storage.listOrphans(-minuteMs))).toEqual([])
    expect(await sortKeys(storage.listKept(-minuteMs))).toEqual([key])
    expect([await read(), await readBackup()]).toEqual(['abc', 'abc'])
  })

  it('goes for good once it is set aside, and never while it is not', async () => {
    await keep('abc')
    await storage.removeOrphan(key)
    expect([await read(), await readBackup()]).toEqual(['abc', 'abc'])
    await storage.moveToOrphans(key)
    await storage.removeOrphan(key)
    await storage.removeOrphan(key)
    expect(await place.listAll()).toEqual([])
  })

  it('is ready for more, and is not once it was taken away', async () => {
    await storage.check()
    expect(await storage.hasRoom()).toBe(true)
    await place.takeAway()
    await expect(storage.check()).rejects.toThrow()
  })
}
