import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeStorage } from '@tests/support/storage/storage-contract'
import { createDiskStorage } from './disk'
import type { FileStorage } from './port'
import { createRememberedChecksums } from './checksums'

const key = `${'k'.repeat(43)}/one.pdf`

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const mode = async (path: string) => (await stat(path)).mode & 0o777

/** By this process, so far. */
async function countBytesRead(): Promise<number> {
  return Number(/rchar: (\d+)/.exec(await readFile('/proc/self/io', 'utf8'))?.[1])
}

describeStorage('the disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-disk-'))
  const folders = { content: join(folder, 'uploads'), backup: join(folder, 'backups') }
  const { content: uploadsDir, backup: backupDir } = folders
  return {
    storage: await createDiskStorage({ uploadsDir, backupDir }),
    damage: (copy, storageKey, text) => writeFile(join(folders[copy], storageKey), text),
    lose: (copy, storageKey) => rm(join(folders[copy], storageKey)),
    async listAll() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    },
    takeAway: () => rm(folder, { recursive: true }),
    close: () => rm(folder, { recursive: true, force: true }),
  }
})

describe('on the disk', () => {
  let folder: string
  let uploads: string
  let backups: string
  let storage: FileStorage

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-disk-'))
    uploads = join(folder, 'uploads')
    backups = join(folder, 'backups')
    storage = await createDiskStorage({ uploadsDir: uploads, backupDir: backups })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await rm(folder, { recursive: true })
  })

  const stage = (text: string) => storage.stage(Readable.from([Buffer.from(text)]))

  const keep = async (text: string, storageKey = key) => storage.keep(await stage(text), storageKey)

  it('a content is private to the user that the portal runs as', async () => {
    await keep('abc')
    expect(await mode(join(uploads, key))).toBe(0o600)
    expect(await mode(join(uploads, key, '..'))).toBe(0o700)
    expect(await mode(join(backups, key))).toBe(0o600)
    expect(await mode(backups)).toBe(0o700)
  })

  it('its backup is a file of its own, which damage to the first does not reach', async () => {
    await keep('abc')
    await writeFile(join(uploads, key), 'xyz')
    expect(await readFile(join(backups, key), 'utf8')).toBe('abc')
    expect((await stat(join(uploads, key))).ino).not.toBe((await stat(join(backups, key))).ino)
  })

  it('contents are kept that come at the same moment', async () => {
    const keys = Array.from({ length: 8 }, (_, index) => `${String(index).repeat(43)}/one.pdf`)
    await Promise.all(keys.map((each) => keep(each, each)))
    for (const each of keys) {
      expect(await readFile(join(uploads, each), 'utf8')).toBe(each)
      expect(await readFile(join(backups, each), 'utf8')).toBe(each)
    }
  })

  it('a checksum is known until the bytes change, whatever their time says', async () => {
    await keep('abc')
    const path = join(uploads, key)
    const look = async () => {
      const content = await storage.open(key)
      if (!content) throw new Error('It is not there.')
      try {
        return { known: content.knownChecksum(), read: await content.checksum() }
      } finally {
        await content.close()
      }
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    expect(await look()).toEqual({ known: null, read: hash('abc') })
    expect(await look()).toEqual({ known: hash('abc'), read: hash('abc') })

    const { atime, mtime } = await stat(path)
    await writeFile(path, 'xyz')
    await utimes(path, atime, mtime)
    expect(await look()).toEqual({ known: null, read: hash('xyz') })
  })

  it('a content is read once for all who ask at the same moment', async () => {
    const text = 'x'.repeat(3_000_000)
    await keep(text)
    const contents = await Promise.all(Array.from({ length: 8 }, () => storage.open(key)))
    const before = await countBytesRead()
    const checksums = await Promise.all(contents.map(async (content) => content?.checksum()))
    expect(await countBytesRead()).toBeLessThan(before + 2.5 * text.length)
    expect(checksums).toEqual(contents.map(() => hash(text)))
    await Promise.all(contents.map(async (content) => content?.close()))
  })

  it('nothing stays of what was removed or never kept, its folder neither', async () => {
    await keep('abc')
    await storage.remove(key)
    const staged = await stage('abc')
    await storage.discard(staged)
    await expect(storage.keep(staged, key)).rejects.toThrow('ENOENT')
    expect(await readdir(uploads)).toEqual(['.tmp'])
    expect(await readdir(backups)).toEqual([])
  })

  it('temporaries are swept once they are old enough', async () => {
    const [old, recent] = [await stage('abc'), await stage('def')]
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000)
    await utimes(old.path, yesterday, yesterday)
    await storage.sweepTemporaries(60 * 60 * 1000)
    const left = await readdir(join(uploads, '.tmp'))
    expect(left.map((name) => join(uploads, '.tmp', name))).toEqual([recent.path])
  })

  it('folders that were made for a content that never came are swept once they are old enough', async () => {
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000)
    const places = [uploads, backups, join(uploads, '.orphans')]
    const [old = '', recent = ''] = ['o', 'r'].map((letter) => letter.repeat(43))
    await keep('abc')
    for (const place of places) {
      for (const name of [old, recent, 'lost+found'])
        await mkdir(join(place, name), { recursive: true })
      for (const name of [old, 'lost+found']) await utimes(join(place, name), yesterday, yesterday)
    }
    await utimes(join(uploads, dirname(key)), yesterday, yesterday)
    await storage.sweepTemporaries(60 * 60 * 1000)
    for (const place of places) {
      expect(await readdir(place)).toEqual(expect.arrayContaining([recent, 'lost+found']))
      expect(await readdir(place)).not.toContain(old)
    }
    const kept = await storage.open(key)
    expect(kept).not.toBeNull()
    await kept?.close()
  })

  it('what is set aside is found by nothing', async () => {
    await keep('abc')
    await storage.moveToOrphans(key)
    expect([await storage.open(key), await storage.openBackup(key)]).toEqual([null, null])
  })

  it('files that are no contents are not listed', async () => {
    await writeFile(join(uploads, 'stray.txt'), 'x')
    const keys: string[] = []
    for await (const found of storage.listKept(-1000)) keys.push(found)
    expect(keys).toEqual([])
  })

  it('the age is that of the content, or of its backup where that is alone', async () => {
    await keep('abc')
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000)
    await utimes(join(backups, key), yesterday, yesterday)
    expect(await storage.ageOfKept(key)).toBeLessThan(60 * 60 * 1000)
    await rm(join(uploads, key))
    expect(await storage.ageOfKept(key)).toBeGreaterThan(23 * 60 * 60 * 1000)
  })
})

describe('checksums that are remembered', () => {
  const changedAtMs = 1_000_000
  const named = (fingerprint: string) => ({ fingerprint, changedAtMs })

  it('are known for the same fingerprint only', () => {
    const checksums = createRememberedChecksums()
    checksums.set(named('one'), changedAtMs + 60_000, 'abc')
    expect(checksums.get(named('one'))).toBe('abc')
    expect(checksums.get(named('other'))).toBeNull()
  })

  it('are not those of bytes that changed just before: they may change again unseen', () => {
    const checksums = createRememberedChecksums()
    for (const laterMs of [-60_000, 0, 2_000]) {
      checksums.set(named('one'), changedAtMs + laterMs, 'abc')
      expect(checksums.get(named('one'))).toBeNull()
    }
    checksums.set(named('one'), changedAtMs + 2_001, 'abc')
    expect(checksums.get(named('one'))).toBe('abc')
  })

  it('make room by the one that was used longest ago', () => {
    const checksums = createRememberedChecksums(2)
    for (const name of ['one', 'two']) checksums.set(named(name), changedAtMs + 60_000, name)
    checksums.get(named('one'))
    checksums.set(named('three'), changedAtMs + 60_000, 'three')
    const left = ['one', 'two', 'three'].map((name) => checksums.get(named(name)))
    expect(left).toEqual(['one', null, 'three'])
  })
})
