import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import request from 'supertest'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { logIn } from '@tests/support/portal/agents'
import { makeEmptyPlace, makeTestFolder } from '@tests/support/portal/backups'
import { createTestDatabase } from '@tests/support/portal/database'
import { emptyApp } from '@tests/support/portal/empty-app'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { runAs, withClient } from '@tests/support/portal/postgres'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { createApp } from './app'
import { requireFolders } from './folders'
import { keyId } from './db/sealing'
import { EnvironmentError, type Env } from './env'
import { findDisagreements, requireIdentity, settleIdentity, settleInTime } from './identity'
import { giveUpKey } from './identity-secrets'
import { openRawStorage } from './open-storage'
import { StorageAwayError } from './storage-away'
import type { FileStorage } from './storage/port'

const app = await startSharedApp()
beforeEach(() => emptyApp(app))

const other = Buffer.alloc(32, 'another key')
const [first = other] = app.env.dataKeys

/** A start with these settings: the portal's id, or why it is refused. */
async function start(
  changes: Partial<Env> = {},
  databaseUrl = app.databaseUrl,
  changed: Partial<FileStorage> = {},
) {
  const env = { ...app.env, ...changes }
  try {
    const storage = { ...(await openRawStorage(env, app.logger)), ...changed }
    return await settleIdentity({ env, databaseUrl, storage, logger: app.logger })
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems
    throw error
  }
}

/** Folders of their own, until the test ends. */
async function newFolders() {
  const uploadsDir = await makeTestFolder()
  return { uploadsDir, secondCopyDir: join(uploadsDir, '.backups') }
}

/** A database of its own, migrated. */
async function newDatabase(): Promise<string> {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  return database.url
}

/** Moves the documents away, as a volume does that isn't mounted; returns how to bring them back. */
async function unmount(folder = app.uploadsDir) {
  const away = `${folder}-away`
  await rename(folder, away)
  await mkdir(folder)
  return async () => {
    await rm(folder, { recursive: true })
    await rename(away, folder)
  }
}

const isId = expect.stringMatching(/^[\da-f-]{36}$/)
const refusal = (text: string | RegExp) => [expect.stringMatching(text)]

describe('a start', () => {
  it('gives a new database and empty folders an id, which stays', async () => {
    const id = await start()
    expect(id).toEqual(isId)
    expect(await app.storedPaths()).toEqual(['.backups/.portal', '.portal'])
    expect(await start()).toBe(id)
    expect(await Promise.all([start(), start()])).toEqual([id, id])
  })

  it('of two processes together agrees on one id', async () => {
    const [one, two] = await Promise.all([start(), start()])
    expect(one).toEqual(isId)
    expect(two).toBe(one)
  })

  it('goes on after one that was broken off between database and folders', async () => {
    const id = await start()
    await app.pool.query('update portal set settled_at = null')
    await rm(join(app.uploadsDir, '.backups/.portal'))
    expect(await start()).toBe(id)
  })

  it('takes over documents that a tool has copied without hidden files', async () => {
    await buildFile(app, { owner: await buildUser(app) })
    const id = await start()
    for (const path of ['.portal', '.backups/.portal']) await rm(join(app.uploadsDir, path))
    expect(await start()).toBe(id)
  })

  it('refuses folders that are empty and should not be, one by one', async () => {
    await buildFile(app, { owner: await buildUser(app) })
    await start()
    expect(await start({ uploadsDir: (await newFolders()).uploadsDir })).toEqual(
      refusal(/^UPLOADS_DIR is empty, but a document should be in it: is it mounted\?/),
    )
    expect(await start({ secondCopyDir: await makeTestFolder() })).toEqual(
      refusal(/^SECOND_COPY_DIR is empty, but a document/),
    )
  })

  it('refuses an empty folder before there is a document, too', async () => {
    await start()
    expect(await start(await newFolders())).toEqual([
      expect.stringMatching(/^UPLOADS_DIR .* is it mounted\?/),
      expect.stringMatching(/^SECOND_COPY_DIR .* is it mounted\?/),
    ])
  })

  it('takes new empty folders on purpose, for one start', async () => {
    await buildFile(app, { owner: await buildUser(app) })
    const id = await start()
    const accepting = { ...(await newFolders()), acceptFolders: 'once' } as const
    expect(await start(accepting)).toBe(id)
    expect(await start(accepting)).toBe(id)
    const next = { ...(await newFolders()), acceptFolders: 'once' } as const
    expect(String(await start(next))).toMatch(
      /is empty, but[^]*ACCEPT_FOLDERS counts for one start/,
    )
    expect(String(await start({ ...next, acceptFolders: undefined }))).toContain('is empty, but')
    expect(await start(next)).toBe(id)
  })

  it('refuses the folders of another portal, whatever ACCEPT_FOLDERS says', async () => {
    await buildFile(app)
    await start()
    const stranger = await newDatabase()
    for (const acceptFolders of [undefined, 'once', 'moved'] as const) {
      expect(await start({ acceptFolders }, stranger)).toEqual(
        ['UPLOADS_DIR', 'SECOND_COPY_DIR'].map((name) =>
          expect.stringContaining(`${name} belongs to another portal`),
        ),
      )
    }
    const before = await app.storedPaths()
    expect(await start(await newFolders(), stranger)).toEqual(isId)
    expect(await app.storedPaths()).toEqual(before)
  })

  it('takes folders that have only the id of another portal in them, when that is said', async () => {
    await start()
    const stranger = await newDatabase()
    expect(String(await start({}, stranger))).toContain(
      'UPLOADS_DIR belongs to another portal, whose id is in its .portal',
    )
    const id = await start({ acceptFolders: 'once' }, stranger)
    expect(id).toEqual(isId)
    expect(await start({}, stranger)).toBe(id)
    expect(await start()).toEqual([
      expect.stringContaining('UPLOADS_DIR belongs to another'),
      expect.stringContaining('SECOND_COPY_DIR belongs to another'),
    ])
  })

  it('takes one such folder beside documents once the file in it is deleted, as the refusal says', async () => {
    await buildFile(app)
    const id = await start()
    const secondCopyDir = await makeTestFolder()
    const mark = join(secondCopyDir, '.portal')
    await writeFile(mark, 'another portal')
    expect(String(await start({ secondCopyDir, acceptFolders: 'once' }))).toMatch(
      /^SECOND_COPY_DIR belongs.*delete that .portal file first/,
    )
    await rm(mark)
    expect(await start({ secondCopyDir, acceptFolders: 'once' })).toBe(id)
  })

  it('is refused where another portal has written its id at the same moment', async () => {
    const storage = await openRawStorage(app.env, app.logger)
    const writeMark: FileStorage['writeMark'] = (copy) => storage.writeMark(copy, 'another portal')
    expect(await start({}, app.databaseUrl, { writeMark })).toEqual(
      refusal(/^UPLOADS_DIR belongs to another/),
    )
  })

  it('counts for as long as that takes', async () => {
    const filled = await newDatabase()
    await runAs(
      filled,
      `alter table users rename to users_away;
       create view users as select current_setting('statement_timeout') || '$' as password_hash`,
    )
    await start(await newFolders(), filled)
    const peppers = await withClient(filled, (client) => client.query('select peppers from portal'))
    expect(peppers.rows).toEqual([{ peppers: ['10min'] }])
  })

  it('refuses documents that a new database doesn’t know', async () => {
    await buildFile(app)
    const before = await app.storedPaths()
    expect(String(await start({}, await newDatabase()))).toMatch(
      /^UPLOADS_DIR holds documents that the database doesn’t know/,
    )
    expect(await app.storedPaths()).toEqual(before)
  })
})

/** As another server has it: the id was made in another place. */
async function copyOfDatabase() {
  const id = await start()
  const copy = await newDatabase()
  const { rows } = await app.pool.query('select id, place from portal')
  await runAs(
    copy,
    `insert into portal (id, place, data_keys, peppers, settled_at)
     values ('${rows[0]?.id}', '${rows[0]?.place}', '{}', '{}', now())`,
  )
  return { id, copy }
}

describe('a copy of the database', () => {
  it('is no reason to share the folders of the first', async () => {
    const { copy } = await copyOfDatabase()
    expect(await start({}, copy)).toEqual(
      refusal(/^DATABASE_URL names a copy of a portal’s database.*another portal/),
    )
    expect(String(await start({ acceptFolders: 'once' }, copy))).toContain('belongs to another')
  })

  it('is a portal of its own, with empty folders, when that is said', async () => {
    const { id, copy } = await copyOfDatabase()
    const folders = await newFolders()
    const made = await start({ ...folders, acceptFolders: 'once' }, copy)
    expect(made).toEqual(isId)
    expect(made).not.toBe(id)
    expect(await start(folders, copy)).toBe(made)
  })

  it('is one portal where two processes of it start together', async () => {
    const { copy } = await copyOfDatabase()
    const folders = await newFolders()
    const together = () => start({ ...folders, acceptFolders: 'once' }, copy)
    const ids = await Promise.all([together(), together()])
    expect(ids).toEqual([isId, ids[0]])
    expect(await start(folders, copy)).toBe(ids[0])
  })

  it('goes on as the first one, when that is said', async () => {
    const { id, copy } = await copyOfDatabase()
    expect(await start({ acceptFolders: 'moved' }, copy)).toBe(id)
    expect(await start({}, copy)).toBe(id)
  })
})

describe('the keys', () => {
  it('must open what the database holds', async () => {
    await buildFile(app, { owner: await buildUser(app) })
    await start()
    const lacking = refusal(
      `^DATA_KEY lacks the key ${keyId(first)} that one document is sealed with`,
    )
    expect(await start({ dataKeys: [other] })).toEqual(lacking)
    expect(await start({ dataKeys: [other, first] })).toEqual(isId)
    expect(await start({ dataKeys: [other] })).toEqual(lacking)
    // Nothing was sealed with it yet.
    expect(await start({ dataKeys: [first] })).toEqual(isId)
    expect(await start()).toEqual(isId)
  })

  it('are asked for no more when they are lost and given up', async () => {
    await buildFile(app)
    await start()
    const wayOut = `keys:rotate --give-up ${keyId(first)}`
    expect(String(await start({ dataKeys: [other] }))).toContain(wayOut)
    await giveUpKey(app.db, keyId(first))
    const id = await start({ dataKeys: [other] })
    expect(id).toEqual(isId)
    const env = { ...app.env, dataKeys: [other] }
    expect(await findDisagreements({ ...app, env }, String(id))).toEqual([])
  })

  it('must open it at the first start with a database of before, too', async () => {
    await buildFile(app)
    expect(String(await start({ dataKeys: [other] }))).toContain(`lacks the key ${keyId(first)}`)
  })

  it('must let somebody log in', async () => {
    await buildUser(app)
    await start()
    const [pepper = ''] = app.env.passwordPeppers
    const changed = 'another pepper 0123456789 abcdefghij'
    expect(await start({ passwordPeppers: [changed] })).toEqual(
      refusal(/^PASSWORD_PEPPER is not the one that the only password was hashed with/),
    )
    expect(await start({ passwordPeppers: [changed, pepper] })).toEqual(isId)
    expect(String(await start({ passwordPeppers: [changed] }))).toContain('nobody could log in')
  })
})

const addMigration = (url: string, at: number) =>
  runAs(url, `insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', ${at})`)

describe('the migrations', () => {
  it('are those of this version: none is missing, and none is newer or another’s', async () => {
    const { databaseUrl: behind } = await makeEmptyPlace()
    expect(String(await start(await newFolders(), behind))).toMatch(
      /lacks (\d+) of \1 migrations.*MIGRATE/,
    )
    const [ahead, foreign] = [await newDatabase(), await newDatabase()]
    await addMigration(ahead, 9_999_999_999_999)
    expect(String(await start(await newFolders(), ahead))).toContain(
      'a newer version of the portal',
    )
    await addMigration(foreign, 1)
    expect(String(await start(await newFolders(), foreign))).toContain('didn’t make')
  })
})

async function startPortal() {
  const id = await settleIdentity(app)
  const portal = request(createApp({ ...app, findDisagreements: () => findDisagreements(app, id) }))
  return { id, isReady: async () => (await portal.get('/readyz')).status === 200 }
}

const away = async () => Promise.reject(new StorageAwayError('It is away.'))

describe('with an object store that doesn’t answer', () => {
  it('a wrong key is refused all the same', async () => {
    await buildFile(app)
    await start()
    const dataKeys = [other]
    expect(await start({ dataKeys }, app.databaseUrl, { readMark: away })).toEqual(
      refusal(/^DATA_KEY lacks/),
    )
    await expect(start({}, app.databaseUrl, { readMark: away })).rejects.toThrow('It is away.')
  })

  it('asks again until it does, and when Postgres was away for a moment, too', async () => {
    let isAway = true
    const readMark: FileStorage['readMark'] = (copy) =>
      isAway ? away() : app.storage.readMark(copy)
    const started = { ...app, storage: { ...app.storage, readMark } }
    const ends: unknown[] = []
    const getId = await settleInTime(started, async (error) => void ends.push(error), 20)
    expect(getId()).toBeNull()
    started.databaseUrl = 'postgres://portal@127.0.0.1:9/portal'
    await expect.poll(() => app.logs()).toContain('the database cannot be reached')
    isAway = false
    started.databaseUrl = app.databaseUrl
    await expect.poll(getId).toEqual(isId)
    expect(ends).toEqual([])
  })
})

describe('while it runs', () => {
  it('is not ready with a folder that is gone, and says why', async () => {
    const { id, isReady } = await startPortal()
    const mount = await unmount()
    await mkdir(join(app.uploadsDir, '.tmp'))
    expect(await isReady()).toBe(false)
    expect(app.logs()).toContain('UPLOADS_DIR doesn’t have the portal’s id in it: is it mounted?')
    await mount()
    expect(await findDisagreements(app, id)).toEqual([])
  })

  it('is ready when all agrees, and looks again after a minute only', async () => {
    const { isReady } = await startPortal()
    expect(await isReady()).toBe(true)
    await app.pool.query('update portal set id = gen_random_uuid()')
    expect(await isReady()).toBe(true)
  })

  it('is not ready once a newer version has migrated its database, and serves those who are there', async () => {
    const { isReady } = await startPortal()
    const agent = await logIn(app, await buildUser(app))
    await addMigration(app.databaseUrl, 9_999_999_999_999)
    onTestFinished(() =>
      runAs(app.databaseUrl, "delete from drizzle.__drizzle_migrations where hash = 'x'"),
    )
    expect(await isReady()).toBe(false)
    expect(app.logs()).toContain('a newer version of the portal has migrated')
    await agent.get('/api/user').expect(200)
  })

  it('notices another database, key, or pepper', async () => {
    const id = await settleIdentity(app)
    const findWith = (env: Partial<Env>) =>
      findDisagreements({ ...app, env: { ...app.env, ...env } }, id)
    expect(await findWith({})).toEqual([])
    expect(await findWith({ passwordPeppers: ['another'] })).toEqual(refusal(/^PASSWORD_PEPPER/))
    await start({ dataKeys: [other, first] })
    expect(await findWith({})).toEqual(refusal(`^DATA_KEY lacks the key ${keyId(other)}`))
    expect(await findDisagreements(app, 'another id')).toEqual(refusal(/^DATABASE_URL/))
  })
})

it('a command goes by it, and by nothing before the first start', async () => {
  expect(await requireIdentity(app)).toBeNull()
  const id = await settleIdentity(app)
  expect(await requireIdentity(app)).toBe(id)
  const place = await makeEmptyPlace()
  await expect(requireIdentity({ ...app, storage: place.storage })).rejects.toThrow('UPLOADS_DIR')
})

it('a command needs UPLOADS_DIR only where documents are in it', async () => {
  const env = { ...app.env, uploadsDir: join(app.uploadsDir, 'nowhere') }
  await expect(requireFolders(env)).rejects.toThrow('UPLOADS_DIR')
  const place = { bucket: 'portal', prefix: '' }
  const address = { contents: place, backups: place, endpoint: 'https://s3.example', region: 'x' }
  const storage: Env['storage'] = { kind: 's3', ...address }
  await requireFolders({ ...env, storage })
})
