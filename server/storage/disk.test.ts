import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { mountSmallDisk } from '@tests/support/portal/stored-files'
import { describeStorage } from '@tests/support/storage/storage-contract'
import { createDiskStorage } from './disk'
import { sweepIncoming } from './incoming'
import type { FileStorage } from './port'

const disk = mountSmallDisk(2)
const key = `${'k'.repeat(43)}/one.pdf`

const mode = async (path: string) => (await stat(path)).mode & 0o777

describeStorage('the disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-disk-'))
  const folders = { content: join(folder, 'uploads'), backup: join(folder, 'backups') }
  const { content: uploadsDir, backup: secondCopyDir } = folders
  return {
    storage: await createDiskStorage({ uploadsDir, secondCopyDir }),
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
    storage = await createDiskStorage({ uploadsDir: uploads, secondCopyDir: backups })
  })
  afterEach(() => rm(folder, { recursive: true }))

  const keep = (text: string, storageKey = key) => storage.keep(storageKey, Buffer.from(text))

  it('a content is private to the user that the portal runs as', async () => {
    await keep('abc')
    expect(await mode(join(uploads, key))).toBe(0o600)
    expect(await mode(join(uploads, key, '..'))).toBe(0o700)
    expect(await mode(join(backups, key))).toBe(0o600)
    expect(await mode(backups)).toBe(0o700)
  })

  it.skipIf(typeof disk === 'string')(
    'nothing can be stored while second copies can’t be written',
    async () => {
      if (typeof disk === 'string') throw new Error(disk)
      onTestFinished(() => disk.unmount())
      const onDisk = await createDiskStorage({ uploadsDir: uploads, secondCopyDir: disk.path })
      await onDisk.check()
      disk.setReadOnly(true)
      await expect(onDisk.check()).rejects.toThrow('EROFS')
    },
  )

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

  it('nothing stays of what was removed or could not be kept, its folder neither', async () => {
    await keep('abc')
    await storage.remove(key)
    expect([await readdir(uploads), await readdir(backups)]).toEqual([['.tmp'], []])
    await writeFile(join(backups, dirname(key)), 'in the way of the folder')
    await expect(keep('abc')).rejects.toThrow(/EEXIST|ENOTDIR/)
    expect(await readdir(uploads)).toEqual(['.tmp'])
  })

  it('a copy that is there stays when its content is lost and another comes', async () => {
    await keep('abc')
    await rm(join(uploads, key))
    await expect(keep('xyz')).rejects.toThrow('EEXIST')
    expect([await storage.read(key), (await storage.read(key, 'backup'))?.toString()]).toEqual([
      null,
      'abc',
    ])
  })

  it('what arrived is swept once it is old enough', async () => {
    for (const name of ['old', 'recent']) await writeFile(join(storage.incoming, name), 'x')
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000)
    await utimes(join(storage.incoming, 'old'), yesterday, yesterday)
    await sweepIncoming(storage, 60 * 60 * 1000)
    expect(await readdir(join(uploads, '.tmp'))).toEqual(['recent'])
  })

  it('files that are no contents are not listed', async () => {
    await writeFile(join(uploads, 'stray.txt'), 'x')
    for await (const found of storage.list()) expect.fail(found.storageKey)
  })

  const hours = async () => {
    for await (const { ageMs } of storage.list()) return Math.round(ageMs / 3_600_000)
    return null
  }

  it('the age is that of the content, or of its copy where that is alone', async () => {
    await keep('abc')
    const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000)
    await utimes(join(backups, key), yesterday, yesterday)
    expect(await hours()).toBe(0)
    await rm(join(uploads, key))
    expect(await hours()).toBe(24)
  })
})
