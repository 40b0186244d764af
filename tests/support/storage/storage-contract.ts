import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasRoom, type Copy, type FileStorage } from '@server/storage/port'

/** A storage of its own for one test, and what a test may do to it from outside. */
export interface StorageUnderTest {
  storage: FileStorage
  /** Puts other bytes in place of a copy, as damage does. */
  damage(copy: Copy, storageKey: string, text: string): Promise<void>
  lose(copy: Copy, storageKey: string): Promise<void>
  /** Names of everything that is stored: contents, copies and uploads that arrive. */
  listAll(): Promise<string[]>
  /** Takes the storage away, contents and all. */
  takeAway(): Promise<void>
  close(): Promise<void>
}

const key = `${'k'.repeat(43)}/one.pdf`
const other = key.replace('one', 'two')
const minuteMs = 60_000

async function sortKeys(storage: FileStorage): Promise<string[]> {
  const found: string[] = []
  for await (const { storageKey, ageMs } of storage.list()) {
    expect(Math.abs(ageMs)).toBeLessThan(minuteMs)
    found.push(storageKey)
  }
  return found.toSorted()
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
  afterEach(() => place.close())

  const keep = (text: string, storageKey = key) => storage.keep(storageKey, Buffer.from(text))
  const read = async (storageKey = key, copy: Copy = 'content') =>
    (await storage.read(storageKey, copy))?.toString() ?? null
  const readBackup = (storageKey = key) => read(storageKey, 'backup')
  const sizes = (storageKey = key) =>
    Promise.all([storage.sizeOf(storageKey), storage.sizeOf(storageKey, 'backup')])

  it('is there with its second copy once it is kept, and not before', async () => {
    expect([await read(), await readBackup(), await sizes()]).toEqual([null, null, [null, null]])
    await keep('abc')
    expect([await read(), await readBackup(), await sizes()]).toEqual(['abc', 'abc', [3, 3]])
    expect(await place.listAll()).toHaveLength(2)
  })

  it('comes back from its second copy, and that from it', async () => {
    await keep('abc')
    await place.lose('content', key)
    await storage.repair(key, 'content')
    await place.damage('backup', key, 'ab')
    await storage.repair(key, 'backup')
    expect([await read(), await readBackup()]).toEqual(['abc', 'abc'])
    expect(await place.listAll()).toHaveLength(2)
  })

  it('has the id of its portal beside it, which is no content', async () => {
    for (const copy of ['content', 'backup'] as const) {
      expect(await storage.readMark(copy)).toBeNull()
      await storage.writeMark(copy, `the id of ${copy}`)
      expect(await storage.readMark(copy)).toBe(`the id of ${copy}`)
      await storage.removeMark(copy)
      expect(await storage.readMark(copy)).toBeNull()
    }
    expect(await sortKeys(storage)).toEqual([])
  })

  it('is never overwritten, by one that comes at the same moment neither', async () => {
    const texts = ['first', 'second', 'third', 'fourth']
    const outcomes = await Promise.allSettled(texts.map((text) => keep(text)))
    const kept = texts.filter((_text, index) => outcomes[index]?.status === 'fulfilled')
    expect(kept).toHaveLength(1)
    await expect(keep('later')).rejects.toThrow()
    expect([await read(), await readBackup()]).toEqual([kept[0], kept[0]])
  })

  it('is read by many at the same time', async () => {
    const text = 'x'.repeat(3_000_000)
    await keep(text)
    const readings = await Promise.all(Array.from({ length: 20 }, () => read()))
    expect(readings.every((one) => one === text)).toBe(true)
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

  it.each(['../../etc/passwd', `${'k'.repeat(43)}/../x.pdf`, '.tmp/x', '', `${key}\0`])(
    'has no key %j',
    async (bad) => {
      const calls = [
        async () => storage.keep(bad, Buffer.from('x')),
        async () => storage.read(bad),
        async () => storage.sizeOf(bad, 'backup'),
        async () => storage.remove(bad),
      ]
      for (const call of calls) await expect(call()).rejects.toThrow('Not a storage key')
    },
  )

  it('is listed once, also a copy that is alone', async () => {
    const keys = Array.from({ length: 7 }, (_, index) => `${`${index}`.repeat(43)}/one.pdf`)
    for (const each of keys) await keep(each, each)
    await place.lose('content', keys[1] ?? '')
    await place.lose('backup', keys[2] ?? '')
    await place.lose('content', keys[6] ?? '')
    expect(await sortKeys(storage)).toEqual(keys)
  })

  it('is ready for more, and is not once it was taken away', async () => {
    await storage.check()
    expect(await hasRoom(storage)).toBe(true)
    await place.takeAway()
    await expect(storage.check()).rejects.toThrow()
  })
}
