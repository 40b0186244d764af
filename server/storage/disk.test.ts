import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDiskStorage } from './disk'
import type { FileStorage } from './port'

const key = `${'k'.repeat(43)}/one.pdf`
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
afterEach(() => rm(folder, { recursive: true }))

const stage = (text: string) => storage.stage(Readable.from([Buffer.from(text)]))

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** By this process, so far. */
async function countBytesRead(): Promise<number> {
  return Number(/rchar: (\d+)/.exec(await readFile('/proc/self/io', 'utf8'))?.[1])
}

const mode = async (path: string) => (await stat(path)).mode & 0o777

async function read(storageKey: string): Promise<string | undefined> {
  const content = await storage.open(storageKey)
  return content ? (await buffer(content.stream())).toString() : undefined
}

describe('stored content', () => {
  it('is measured while it comes in, and readable once it is kept', async () => {
    const staged = await stage('abc')
    expect(staged).toMatchObject({
      size: 3,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    })
    expect(await read(key)).toBeUndefined()
    await storage.keep(staged, key)
    expect(await read(key)).toBe('abc')
    expect(await readdir(join(uploads, '.tmp'))).toEqual([])
  })

  it('is private to the user that the portal runs as', async () => {
    await storage.keep(await stage('abc'), key)
    expect(await mode(join(uploads, key))).toBe(0o600)
    expect(await mode(join(uploads, key, '..'))).toBe(0o700)
    expect(await mode(join(backups, key))).toBe(0o600)
    expect(await mode(backups)).toBe(0o700)
  })

  it('has a backup of its own, which damage to the first does not reach', async () => {
    await storage.keep(await stage('abc'), key)
    await writeFile(join(uploads, key), 'xyz')
    expect(await readFile(join(backups, key), 'utf8')).toBe('abc')
    expect((await stat(join(uploads, key))).ino).not.toBe((await stat(join(backups, key))).ino)
  })

  it('is kept beside others that come at the same moment', async () => {
    const keys = Array.from({ length: 8 }, (_, index) => `${String(index).repeat(43)}/one.pdf`)
    await Promise.all(keys.map(async (each) => storage.keep(await stage(each), each)))
    for (const each of keys) {
      expect(await read(each)).toBe(each)
      expect(await readFile(join(backups, each), 'utf8')).toBe(each)
    }
  })

  it('is never overwritten', async () => {
    await storage.keep(await stage('abc'), key)
    const other = await stage('xyz')
    await expect(storage.keep(other, key)).rejects.toThrow()
    expect(await read(key)).toBe('abc')
  })

  it('can be read in parts', async () => {
    await storage.keep(await stage('0123456789'), key)
    const content = await storage.open(key)
    if (!content) throw new Error('It is not there.')
    expect(content.size).toBe(10)
    expect((await buffer(content.stream({ start: 2, end: 4 }))).toString()).toBe('234')
  })

  it('has a checksum that is known until its bytes change, whatever their time says', async () => {
    await storage.keep(await stage('abc'), key)
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
    expect(await look()).toEqual({ known: null, read: hash('abc') })
    // Once the change lies far enough behind.
    await expect.poll(async () => (await look()).known, { timeout: 10_000 }).toBe(hash('abc'))

    const { atime, mtime } = await stat(path)
    await writeFile(path, 'xyz')
    await utimes(path, atime, mtime)
    expect(await look()).toEqual({ known: null, read: hash('xyz') })
  })

  it('is read once for all who ask at the same moment', async () => {
    const text = 'x'.repeat(3_000_000)
    await storage.keep(await stage(text), key)
    const contents = await Promise.all(Array.from({ length: 8 }, () => storage.open(key)))
    const before = await countBytesRead()
    const checksums = await Promise.all(contents.map(async (content) => content?.checksum()))
    expect(await countBytesRead()).toBeLessThan(before + 2.5 * text.length)
    expect(checksums).toEqual(contents.map(() => hash(text)))
    await Promise.all(contents.map(async (content) => content?.close()))
  })

  it('is gone with its backup and its folder after it was removed, twice if need be', async () => {
    await storage.keep(await stage('abc'), key)
    const other = key.replace('one', 'two')
    await storage.keep(await stage('def'), other)
    await storage.remove(key)
    await storage.remove(key)
    expect(await read(key)).toBeUndefined()
    expect(await read(other)).toBe('def')
    await storage.remove(other)
    expect(await readdir(uploads)).toEqual(['.tmp'])
    expect(await readdir(backups)).toEqual([])
  })

  it.each([
    '../../etc/passwd',
    `${'k'.repeat(43)}/../x.pdf`,
    '.tmp/x',
    '',
    `${'k'.repeat(43)}/x.pdf\0`,
  ])('has no key %j', async (bad) => {
    await expect((async () => storage.open(bad))()).rejects.toThrow('Not a storage key')
    await expect((async () => storage.openBackup(bad))()).rejects.toThrow('Not a storage key')
    await expect(storage.remove(bad)).rejects.toThrow('Not a storage key')
  })
})

describe('an interrupted upload', () => {
  it('leaves nothing when its source breaks', async () => {
    const broken = new Readable({
      read() {
        this.push('some bytes')
        this.destroy(new Error('gone'))
      },
    })
    await expect(storage.stage(broken)).rejects.toThrow('gone')
    expect(await readdir(join(uploads, '.tmp'))).toEqual([])
  })

  it('leaves nothing when it is discarded, kept or not', async () => {
    const staged = await stage('abc')
    await storage.discard(staged)
    await storage.discard(staged)
    expect(await readdir(join(uploads, '.tmp'))).toEqual([])
  })

  it('leaves nothing when it cannot be kept', async () => {
    const staged = await stage('abc')
    await storage.discard(staged)
    await expect(storage.keep(staged, key)).rejects.toThrow('ENOENT')
    expect(await readdir(uploads)).toEqual(['.tmp'])
    expect(await readdir(backups)).toEqual([])
  })

  it('is swept once it is old enough', async () => {
    const [old, recent] = [await stage('abc'), await stage('def')]
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000)
    await utimes(old.path, yesterday, yesterday)
    await storage.sweepTemporaries(60 * 60 * 1000)
    const left = await readdir(join(uploads, '.tmp'))
    expect(left.map((name) => join(uploads, '.tmp', name))).toEqual([recent.path])
  })
})

describe('the disk', () => {
  it('is checked for writing', async () => {
    await storage.check()
    await rm(join(uploads, '.tmp'), { recursive: true })
    await expect(storage.check()).rejects.toThrow()
  })

  it('is moved to the orphans and restored, by two sweeps at once too', async () => {
    await storage.keep(await stage('abc'), key)
    await Promise.all([storage.moveToOrphans(key), storage.moveToOrphans(key)])
    expect(await read(key)).toBeUndefined()
    await Promise.all([storage.restoreOrphan(key), storage.restoreOrphan(key)])
    expect(await read(key)).toBe('abc')
    expect(await readFile(join(backups, key), 'utf8')).toBe('abc')
  })

  it('lists what is kept and old once, and nothing else', async () => {
    await storage.keep(await stage('abc'), key)
    await writeFile(join(uploads, 'stray.txt'), 'x')
    const list = async (olderThanMs: number) => {
      const keys: string[] = []
      for await (const found of storage.listKept(olderThanMs)) keys.push(found)
      return keys
    }
    expect(await list(60_000)).toEqual([])
    expect(await list(-1000)).toEqual([key])
    await rm(join(uploads, key))
    expect(await list(-1000)).toEqual([key])
  })

  it('tells the age of what is kept, or of its backup', async () => {
    expect(await storage.ageOfKept(key)).toBeNull()
    await storage.keep(await stage('abc'), key)
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000)
    await utimes(join(backups, key), yesterday, yesterday)
    expect(await storage.ageOfKept(key)).toBeLessThan(60 * 60 * 1000)
    await rm(join(uploads, key))
    expect(await storage.ageOfKept(key)).toBeGreaterThan(23 * 60 * 60 * 1000)
  })

  it('counts temporaries', async () => {
    expect(await storage.countTemporaries()).toBe(0)
    await stage('abc')
    expect(await storage.countTemporaries()).toBe(1)
  })
})
