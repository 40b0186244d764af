import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { portalItself } from '../../features/audit/record-event'
import { createCtx } from '../../ctx'
import { createContentKeys } from '../../db/content-keys'
import { holdBackupLock } from '../../db/backup-lock'
import { createSealer } from '../../db/sealing'
import { files, contentKeys } from '../../db/schema/files'
import { removeContents, sweepStorage } from '../../features/files/delete-file'
import { logIn, logInAdmin } from '@tests/support/portal/agents'
import { downloadFile } from '@tests/support/portal/documents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { withClient } from '@tests/support/portal/postgres'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { unknownKey } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'
import { createDiskStorage } from '../disk'
import type { FileStorage } from '../port'
import { createSealedStorage } from './sealed-storage'

const app = await startSharedApp()
const marker = 'the text that no one reads on the disk'
let folder: string
let disk: FileStorage
let storage: FileStorage
let key: string

const sealDisk = (sealer = app.sealer) =>
  createSealedStorage(disk, createContentKeys(app.db, sealer))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-sealed-'))
})
beforeEach(async () => {
  disk = await createDiskStorage({ uploadsDir: folder, secondCopyDir: join(folder, '.backups') })
  storage = sealDisk()
  key = `${unknownKey()}/one.pdf`
})
afterAll(() => rm(folder, { recursive: true }))

const keep = async (to: FileStorage, storageKey: string, text = marker) =>
  to.keep(storageKey, Buffer.from(text))

const read = async (from: FileStorage, storageKey: string): Promise<string | undefined> =>
  (await from.read(storageKey))?.toString()

const countKeys = (storageKey: string): Promise<number> =>
  app.db.$count(contentKeys, eq(contentKeys.storageKey, storageKey))

async function storedTexts(of = folder): Promise<string[]> {
  const entries = await readdir(of, { recursive: true, withFileTypes: true })
  const stored = entries.filter((entry) => entry.isFile())
  return Promise.all(stored.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))
}

describe('a content that is kept', () => {
  it('is nowhere in plain, in its copy and among the uploads neither, and reads as before', async () => {
    await keep(storage, key)
    const texts = await storedTexts()
    expect(texts).toHaveLength(2)
    for (const text of texts) expect(text).not.toContain('text that')
    expect(await read(storage, key)).toBe(marker)
    expect(await storage.sizeOf(key, 'backup')).toBe(marker.length)
    expect((await storage.read(key, 'backup'))?.toString()).toBe(marker)
  })

  it('has a key of its own, without which no one reads it any more', async () => {
    await keep(storage, key)
    const sealed = await readFile(join(folder, key))
    await storage.remove(key)
    expect(await countKeys(key)).toBe(0)
    await disk.keep(key, sealed)
    expect(await read(storage, key)).toBeUndefined()
  })

  it('is never overwritten, nor is its key', async () => {
    await keep(storage, key)
    await expect(keep(storage, key, 'another text')).rejects.toThrow()
    expect(await read(storage, key)).toBe(marker)
  })

  it('leaves neither bytes nor key when it cannot be kept', async () => {
    await disk.keep(key, Buffer.from('in the way'))
    const before = await storedTexts()
    await expect(keep(storage, key)).rejects.toThrow('EEXIST')
    expect(await countKeys(key)).toBe(0)
    expect(await storedTexts()).toEqual(before)
  })

  it('is not opened by another DATA_KEY, and by an older one that is still there', async () => {
    await keep(storage, key)
    await expect(sealDisk(createSealer([randomBytes(32)])).read(key)).rejects.toThrow(
      'DATA_KEY does not open its key',
    )
    const rotated = createSealer([randomBytes(32), ...app.env.dataKeys])
    expect(await read(sealDisk(rotated), key)).toBe(marker)
  })

  it('keeps its key for as long as a file has it', async () => {
    const file = await buildFile(app)
    await app.storage.remove(file.storageKey)
    expect(await countKeys(file.storageKey)).toBe(1)
  })
})

describe('keys without a content', () => {
  it('go once they are old, after a backup that may open them, and no others', async () => {
    const file = await buildFile(app)
    const keys = createContentKeys(app.db, app.sealer)
    const [stray, fresh] = [`${unknownKey()}/stray.pdf`, `${unknownKey()}/fresh.pdf`]
    for (const storageKey of [stray, fresh]) await keys.add(storageKey, randomBytes(32))
    await app.pool.query(
      "update content_keys set created_at = now() - interval '31 days' where storage_key = any($1)",
      [[stray, file.storageKey]],
    )
    await withClient(app.databaseUrl, async (backup) => {
      await holdBackupLock(backup)
      await sweepStorage(app.db, app.storage, app.logger)
      expect(await countKeys(stray)).toBe(1)
    })
    await sweepStorage(app.db, app.storage, app.logger)
    expect(await Promise.all([stray, fresh, file.storageKey].map(countKeys))).toEqual([0, 1, 1])
  })
})

async function buildReadable() {
  const owner = await buildUser(app)
  const sample = samples.pdf({ text: marker, size: 200_000 })
  const file = await buildFile(app, { owner, sample })
  const path = `/uploads/${file.uploadKey}/${file.fileName}`
  return { file, sample, path, agent: await logIn(app, owner) }
}
const pathOf = ({ storageKey }: { storageKey: string }) => join(app.uploadsDir, storageKey)

describe('an uploaded document', () => {
  it('is on no disk as it came, and reaches its owner as it came', async () => {
    const { file, sample, agent, path } = await buildReadable()
    expect(sample.bytes.includes(marker)).toBe(true)
    for (const text of await storedTexts(app.uploadsDir)) expect(text.includes(marker)).toBe(false)
    expect(sample.bytes.equals(await downloadFile(agent, file))).toBe(true)
    const range = { Range: 'bytes=65530-131080' }
    const part = await agent.get(path).set(range).responseType('blob').expect(206)
    expect(sample.bytes.subarray(65_530, 131_081).equals(part.body)).toBe(true)
  })

  it('cannot be exchanged for another, sealed or plain', async () => {
    const [one, other] = [await buildReadable(), await buildReadable()]
    expect(one.sample.bytes).toHaveLength(other.sample.bytes.length)
    await copyFile(pathOf(other.file), pathOf(one.file))
    await one.agent.get(one.path).expect(404)
    await writeFile(pathOf(one.file), one.sample.bytes)
    await one.agent.get(one.path).expect(404)
  })

  it('comes back with Restore from its sealed copy', async () => {
    const { file, sample, agent, path } = await buildReadable()
    await writeFile(pathOf(file), sample.bytes)
    await agent.get(path).expect(404)
    const admin = await logInAdmin(app)
    await admin.post(`/api/admin/files/${file.id}/restore`).send({}).expect(200)
    expect(sample.bytes.equals(await downloadFile(agent, file))).toBe(true)
  })

  it('is gone from every copy of its bytes once it is removed', async () => {
    const { file } = await buildReadable()
    const copy = await readFile(pathOf(file))
    await app.db.delete(files).where(eq(files.id, file.id))
    await removeContents(createCtx(app, portalItself), [file.storageKey])
    expect(await countKeys(file.storageKey)).toBe(0)
    expect(copy.includes(marker)).toBe(false)
  })
})
