import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  backUp,
  backupKey,
  check,
  makeEmptyPlace,
  makeTestFolder,
  restore,
} from '@tests/support/portal/backups'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { unknownKey } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'
import { createCtx } from '../../ctx'
import { portalItself } from '../audit/record-event'
import { connectDatabase } from '../../db/client'
import { migrateDatabase } from '../../db/migrate'
import { openRawStorage } from '../../open-storage'
import { copies } from '../../storage/port'
import { ensureAdmin } from '../accounts/ensure-admin'
import { deleteFile, removeContents } from '../files/delete-file'
import { openBackupFolder } from './backup-folder'
import { createBackupKeys } from './backup-keys'
import { restoreDocuments } from './restore-documents'

const app = await startSharedApp()
const owner = await buildUser(app, { email: 'marker@partner.example' })
await buildFile(app, { owner, sample: samples.pdf({ text: 'marker in a document' }) })
await buildFile(app, { owner, sample: samples.pdf({ text: 'marker in a document' }) })

const newKey = Buffer.from('another-backup-key-of-32-bytes!!')
const otherKeys = createBackupKeys([newKey])

/** Paths of all files in a folder. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** 'whole', or that the check found something. */
const judge = (folder: string) =>
  check(folder).then(
    ({ problems }) => (problems.length === 0 ? 'whole' : 'damaged'),
    () => 'damaged',
  )

/** Does something while a backup copies its first document. */
function during(work: () => Promise<unknown>) {
  let hasBegun = false
  const read: typeof app.storage.read = async (...of) => {
    if (!hasBegun) {
      hasBegun = true
      await work()
    }
    return app.storage.read(...of)
  }
  return { storage: { ...app.storage, read } }
}

const cutOff = () =>
  app.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'credit-partner-backup' and datname = current_database()`,
  )

describe('a backup that was broken off', () => {
  it('does not count as a backup, and the next one removes it', async () => {
    const folder = await makeTestFolder()
    await expect(backUp(app, folder, during(cutOff))).rejects.toThrow()
    expect((await readdir(folder)).join()).toContain('.unfinished')
    expect(await (await openBackupFolder(folder)).listBackups()).toEqual([])
    await expect(restore(folder)).rejects.toThrow('manifest')
    await backUp(app, folder)
    expect((await readdir(folder)).join()).not.toContain('.unfinished')
    expect(await judge(folder)).toBe('whole')
  })

  it('does not come from a second one at the same time', async () => {
    const [folder, other] = [await makeTestFolder(), await makeTestFolder()]
    let refusal: unknown
    const atOnce = during(async () => {
      refusal = await backUp(app, other).catch((error: unknown) => error)
    })
    await backUp(app, folder, atOnce)
    expect(refusal).toEqual(new Error('Another backup of this portal is being made.'))
    expect(await judge(folder)).toBe('whole')
  })
})

describe('the content of the folder', () => {
  it('tells nothing without the key', async () => {
    const folder = await makeTestFolder()
    await backUp(app, folder)
    const keys = await app.pool.query<{ upload_key: string }>('select upload_key from files')
    const secrets = ['marker', ...keys.rows.map((row) => row.upload_key)]
    for (const path of await listFiles(folder)) {
      const text = path + (await readFile(path, 'latin1'))
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    }
    await expect(check(folder, otherKeys)).rejects.toThrow('No key of BACKUP_KEY opens it')
  })

  it('opens with an older key, while a new one seals', async () => {
    const folder = await makeTestFolder()
    await backUp(app, folder)
    const both = createBackupKeys([newKey, backupKey])
    expect((await check(folder, both)).problems).toEqual([])
    expect(await backUp(app, folder, { keys: both })).toMatchObject({ added: 2 })
    expect((await check(folder, createBackupKeys([newKey]))).problems).toEqual([])
  })

  it('is found damaged wherever it was changed, cut off, exchanged or removed', async () => {
    const folder = await makeTestFolder()
    await backUp(app, folder)
    const files = (await listFiles(folder)).filter((path) => path.endsWith('.sealed'))
    expect(files.length).toBeGreaterThan(10)
    for (const path of files) {
      const bytes = await readFile(path)
      const other = await readFile(files.find((one) => one !== path) ?? '')
      const flip = (at: number) => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))
      // The header too, without which what follows could still be read.
      const at = Math.floor(Math.random() * bytes.length)
      for (const harm of [flip(0), flip(7), flip(at), bytes.subarray(0, -1), other, null]) {
        await (harm ? writeFile(path, harm) : rm(path))
        expect(`${await judge(folder)} ${path} ${at}`).toBe(`damaged ${path} ${at}`)
      }
      await writeFile(path, bytes)
    }
    expect(await judge(folder)).toBe('whole')
  })

  it('is not taken for another backup', async () => {
    const folder = await makeTestFolder()
    const { name } = await backUp(app, folder)
    await rename(join(folder, name), join(folder, '2030-01-01T00-00-00.000Z'))
    expect(await judge(folder)).toBe('damaged')
  })

  it('stays as it is when it is no folder of backups', async () => {
    const folder = await makeTestFolder()
    await writeFile(join(folder, 'holiday.jpg'), 'x')
    await expect(backUp(app, folder)).rejects.toThrow('holds other things')
    expect(await readdir(folder)).toEqual(['holiday.jpg'])
  })
})

describe('restoring refuses', () => {
  it('a database with anything in it, and a storage with anything in it', async () => {
    const folder = await makeTestFolder()
    await backUp(app, folder)
    const place = await makeEmptyPlace()
    const full = { ...place, databaseUrl: app.databaseUrl }
    await expect(restore(folder, full)).rejects.toThrow('The database is not empty')
    await place.storage.keep(`${unknownKey()}/x.pdf`, Buffer.from('x'))
    await expect(restore(folder, place)).rejects.toThrow('The storage is not empty')
  })

  it('a storage with nothing but the id of another portal in it, unless that is said', async () => {
    const folder = await makeTestFolder()
    await backUp(app, folder)
    const place = await makeEmptyPlace()
    await place.storage.writeMark('backup', 'another portal')
    await expect(restore(folder, place)).rejects.toThrow('set ACCEPT_FOLDERS=once to take it')
    await restore(folder, place, 'once')
    expect(await place.storage.readMark('backup')).toBeNull()
  })
})

describe('old backups', () => {
  it('go by the rule, with the documents that only they had', async () => {
    const folder = await makeTestFolder()
    const keep = { daily: 1, weekly: 0 }
    const gone = await buildFile(app, { owner })
    const first = await backUp(app, folder)
    await deleteFile(createCtx(app, portalItself), gone.id)
    const old = '2026-01-01T00-00-00.000Z'
    await rename(join(folder, first.name), join(folder, old))
    const documents = async () => (await listFiles(join(folder, 'contents'))).length
    expect(await documents()).toBe(3)
    expect(await backUp(app, folder, { keep })).toMatchObject({ pruned: [old] })
    expect(await documents()).toBe(2)
    expect(await judge(folder)).toBe('whole')
  })

  it('stay when one that is kept cannot be read', async () => {
    const folder = await makeTestFolder()
    const unreadable = await backUp(app, folder, { keys: otherKeys })
    // Of another day, so that the rule keeps both and lets the third go.
    await rename(join(folder, unreadable.name), join(folder, '2026-01-01T00-00-00.000Z'))
    const { name } = await backUp(app, folder)
    await rename(join(folder, name), join(folder, '2025-01-01T00-00-00.000Z'))
    const before = await listFiles(folder)
    const keep = { daily: 2, weekly: 0 }
    expect(await backUp(app, folder, { keep })).toMatchObject({
      pruned: [],
      unread: expect.stringMatching(/^The backup stands\. Older ones can’t be read with this key/),
    })
    expect(await listFiles(folder)).toEqual(expect.arrayContaining(before))
  })

  it('stay when far less is left, which is said', async () => {
    const folder = await makeTestFolder()
    for (let count = 0; count < 2; count += 1) await buildFile(app, { owner })
    const first = await backUp(app, folder)
    await rename(join(folder, first.name), join(folder, '2026-01-01T00-00-00.000Z'))
    await backUp(app, folder)
    await app.pool.query('delete from files where id > 1')
    expect(await backUp(app, folder, { keep: { daily: 1, weekly: 0 } })).toMatchObject({
      pruned: [],
      shrunk: '1 documents, where the one before has 4',
    })
  })
})

describe('a folder with backups of another portal', () => {
  it('is refused by its mark, and by the newest manifest', async () => {
    const folder = await makeTestFolder()
    await backUp(app, folder)
    const before = await listFiles(folder)
    const clone = { portal: 'another portal' }
    const refused = 'belongs to another portal, or to this one before it was restored'
    await expect(backUp(app, folder, clone)).rejects.toThrow(refused)
    await writeFile(join(folder, 'portal-backups.json'), JSON.stringify(clone))
    await expect(backUp(app, folder, clone)).rejects.toThrow(refused)
    expect(await listFiles(folder)).toEqual(before)
  })
})

describe('documents that a portal has lost', () => {
  it('come back from a backup: those that the database knows and both copies lack', async () => {
    const folder = await makeTestFolder()
    const [lost, deleted] = [await buildFile(app, { owner }), await buildFile(app, { owner })]
    await backUp(app, folder)
    const ctx = createCtx(app, portalItself)
    await deleteFile(ctx, deleted.id)
    await removeContents(ctx, [deleted.storageKey])
    const bytes = await app.storage.read(lost.storageKey)
    await rm(join(app.uploadsDir, lost.storageKey))
    await writeFile(join(app.uploadsDir, '.backups', lost.storageKey), 'damaged')
    const raw = await openRawStorage(app.env, app.logger)
    const target = { ...app, documents: { raw, opened: app.storage } }
    const bring = async () => restoreDocuments(target, await check(folder))
    expect([await bring(), await bring()]).toEqual([1, 0])
    for (const copy of copies) {
      expect(await app.storage.read(lost.storageKey, copy)).toEqual(bytes)
      expect(await raw.sizeOf(deleted.storageKey, copy)).toBeNull()
    }
  })

  it('are not removed while they can’t be read, nor before the backup’s own was read', async () => {
    const folder = await makeTestFolder()
    const kept = await buildFile(app, { owner })
    await backUp(app, folder)
    const checked = await check(folder)
    const raw = await openRawStorage(app.env, app.logger)
    const stored = () => Promise.all(copies.map((copy) => raw.sizeOf(kept.storageKey, copy)))
    const before = await stored()
    const opened = { ...app.storage, read: () => Promise.reject(new Error('EIO')) }
    const unreadable = { ...app, documents: { raw, opened } }
    expect(await restoreDocuments(unreadable, checked)).toBe(0)
    expect(await stored()).toEqual(before)

    for (const place of ['.', '.backups'])
      await writeFile(join(app.uploadsDir, place, kept.storageKey), 'damaged')
    await rm(join(folder, 'contents'), { recursive: true })
    const target = { ...app, documents: { raw, opened: app.storage } }
    await expect(restoreDocuments(target, checked)).rejects.toThrow('ENOENT')
    expect(await stored()).toEqual(['damaged'.length, 'damaged'.length])
  })
})

describe('a database that a portal was started with', () => {
  it('is restored into while nobody has done anything, and keeps no session of before', async () => {
    const folder = await makeTestFolder()
    await backUp(app, folder)
    const place = await makeEmptyPlace()
    const database = { url: place.databaseUrl, ownerUrl: place.databaseUrl }
    await migrateDatabase(database)
    const start = connectDatabase(place.databaseUrl, app.logger)
    await ensureAdmin({
      ...app,
      db: start.db,
      email: 'a@portal.example',
      password: 'a long phrase of theirs',
      isOneTime: true,
    })
    await start.pool.query(
      `insert into sessions (sid, sess, expire) values ('x', '{}', now() + interval '1 day')`,
    )
    await restore(folder, place)
    const { rows } = await start.pool.query(
      'select (select count(*)::int from sessions) as sessions, array_agg(email::text) as people from users',
    )
    expect(rows).toEqual([{ sessions: 0, people: ['marker@partner.example'] }])
    await start.pool.end()
    await expect(restore(folder, place)).rejects.toThrow('The database is not empty: public.')
  })
})
