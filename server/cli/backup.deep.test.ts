import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { logIn, visit } from '@tests/support/portal/agents'
import { startTestApp } from '@tests/support/portal/app'
import { backUp, backupKey, makeEmptyPlace, makeTestFolder } from '@tests/support/portal/backups'
import { downloadFile } from '@tests/support/portal/documents'
import { buildFile } from '@tests/support/portal/factories'
import { runCommand, settingsOf } from '@tests/support/portal/run-command'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { buildRegistration } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'
import { createBuckets } from '@tests/support/storage/s3-buckets'
import { serverKeys, startS3Server } from '@tests/support/storage/s3-server'
import { createCtx } from '../ctx'
import { connectDatabase } from '../db/client'
import { chainTrail, listKeptSeals, readKeptSeal } from '../features/audit/seal-chain'
import { portalItself, recordEvent, canChangeTrail } from '../features/audit/record-event'
import { verifyTrail } from '../features/audit/verify-trail'
import { getBackupTimes } from '../features/backups/queries'
import { deleteFile, removeContents } from '../features/files/delete-file'
import { openRawStorage } from '../open-storage'
import { settleIdentity } from '../identity'
import { secretIds } from '../identity-secrets'

const app = await startSharedApp()
const { databaseUrl: portalUrl = '', dataKeys } = app.env
const hasTwoRoles = portalUrl !== app.databaseUrl
await settleIdentity(app)
/** Where the owner's password is kept from the portal's machine, the portal's role backs up. */
const settings = {
  ...settingsOf(app),
  DATABASE_URL: portalUrl,
  BACKUP_KEY: backupKey.toString('base64'),
}
const onNewFolder = { ACCEPT_FOLDERS: 'once' }
const backUpByCommand = (
  folder: string,
  changes: Record<string, string> = {},
  ...options: string[]
) =>
  runCommand(
    'backup',
    { env: { ...settings, ...onNewFolder, ...changes } },
    '--to',
    folder,
    ...options,
  )

it('npm run portal -- backup needs a key, and says where one comes from', async () => {
  expect(await backUpByCommand(await makeTestFolder(), { BACKUP_KEY: '' })).toEqual({
    exitCode: 2,
    output:
      '- BACKUP_KEY is missing. `openssl rand -base64 32` makes one; keep a copy of it away from this machine.',
  })
})

it('npm run portal -- backup says in a sentence that its folder can’t be used', async () => {
  const file = join(await makeTestFolder(), 'file')
  await writeFile(file, 'x')
  expect(await backUpByCommand(file)).toEqual({
    exitCode: 2,
    output: `- The folder of backups (${file}) is a file: name a folder`,
  })
  expect(await backUpByCommand('s3://backups')).toMatchObject({
    exitCode: 2,
    output: expect.stringMatching(/^- The folder of backups must be a folder of this machine,/),
  })
  const { exitCode, output } = await runCommand('backup', { env: settings })
  expect(output).toBe(
    '- BACKUP_TO is missing: set it to the folder of the backups, or name that with --to.',
  )
  expect(exitCode).toBe(2)
})

it('npm run portal -- backup keeps what a new key can’t read, and says that the new backup stands', async () => {
  const BACKUP_TO = await makeTestFolder()
  const there = { ...settings, ...onNewFolder, BACKUP_TO }
  const backUpThere = async (key: Buffer) =>
    runCommand('backup', { env: { ...there, BACKUP_KEY: key.toString('base64') } })
  expect((await backUpThere(backupKey)).exitCode).toBe(0)
  const { exitCode, output } = await backUpThere(Buffer.alloc(32, 'another key'))
  expect(output).toContain(
    '- The backup stands. Older ones can’t be read with this key and were kept.',
  )
  expect(output).toMatch(/^Backup \S+: everything up to /m)
  expect(exitCode).toBe(1)
  expect((await readdir(BACKUP_TO)).filter((name) => name.endsWith('Z'))).toHaveLength(2)
})

it('npm run portal -- backup after the first writes to no empty folder, whose disk may not be mounted, unless told', async () => {
  const folder = join(await makeTestFolder(), 'mounted')
  expect((await backUpByCommand(folder)).exitCode).toBe(0)
  const again = () => backUpByCommand(folder, { ACCEPT_FOLDERS: '' })
  expect((await again()).exitCode).toBe(0)
  await rename(folder, `${folder}.away`)
  const refused = {
    exitCode: 2,
    output: `- ${folder} is empty or not there, but this portal has made backups: is it mounted? If the folder is new on purpose, set ACCEPT_FOLDERS=once for this backup.`,
  }
  expect(await again()).toEqual(refused)
  await mkdir(folder)
  expect(await again()).toEqual(refused)
  expect(await readdir(folder)).toEqual([])
  await recordEvent({ db: app.db, by: portalItself }, 'backup.restored', undefined, { takenAt: '' })
  expect((await again()).exitCode).toBe(0)
})

it('npm run portal -- backup with far less than the one before removes none, and ends with 3', async () => {
  const folder = await makeTestFolder()
  for (let count = 0; count < 3; count += 1) await buildFile(app)
  const [, first = ''] = /^Backup ([^:]+):/.exec((await backUpByCommand(folder)).output) ?? []
  const old = '2026-01-01T00-00-00.000Z'
  await rename(join(folder, first), join(folder, old))
  await backUpByCommand(folder)
  await app.pool.query('delete from files')
  const keepNone = ['--keep-daily', '0', '--keep-weekly', '0']
  const { exitCode, output } = await backUpByCommand(folder, {}, ...keepNone)
  expect(output).toContain(
    '- It has 0 documents, where the one before has 3, so no older one was removed. Is DATABASE_URL right?',
  )
  expect(exitCode).toBe(3)
  expect(await readdir(folder)).toContain(old)
})

const report = (problem: string): void => expect.fail(problem)

it('npm run portal -- backup and npm run portal -- restore say what they did; the trail is sound, and the portal goes on with it', async () => {
  await buildFile(app)
  await chainTrail({ ...app.env, db: app.db, logger: app.logger })
  const kept = await listKeptSeals(app.uploadsDir)
  expect(readKeptSeal(app.logs())).toEqual(kept[0])
  const chained = kept[0]?.position ?? 0
  const folder = await makeTestFolder()
  const made = await backUpByCommand(folder)
  expect(made.output).toMatch(
    /^Backup \S+: everything up to \S+; \d+ rows, 1 documents, 1 of them new\.$/,
  )
  expect(made.exitCode).toBe(0)
  const whole = await runCommand('restore', { env: settings }, '--from', folder, '--check')
  expect(whole.exitCode).toBe(0)
  const { checkedAt } = await getBackupTimes(app.db)
  expect(Date.now() - Date.parse(checkedAt ?? '')).toBeLessThan(60_000)
  const nowhere = { ...settings, DATABASE_URL: '', DATA_DIR: await makeTestFolder() }
  const untold = await runCommand('restore', { env: nowhere }, '--from', folder, '--check')
  expect(untold.output).toMatch(
    /^The portal was not told of this check: there is no database here\.$/m,
  )
  expect(untold.exitCode).toBe(0)

  const place = await makeEmptyPlace()
  const there = {
    ...settings,
    DATABASE_URL: place.portalUrl,
    MIGRATION_DATABASE_URL: place.databaseUrl,
    UPLOADS_DIR: place.uploadsDir,
  }
  const otherPepper = { ...there, PASSWORD_PEPPER: 'another-password-pepper-0123456789abc' }
  const checked = await runCommand('restore', { env: otherPepper }, '--from', folder, '--check')
  expect(checked).toEqual({
    exitCode: 2,
    output: '- PASSWORD_PEPPER is not the one that the backed-up portal used.',
  })
  const restored = await runCommand('restore', { env: there }, '--from', folder)
  const { version, commit } = JSON.parse(await readFile('dist/package.json', 'utf8'))
  expect(restored.output).toContain(`, made by version ${version} (${commit}): everything up to `)
  expect(restored.output).toMatch(/1 documents, 0 of them damaged\.\nRestored\.[^]*\nSound\.$/)
  expect(restored.exitCode).toBe(0)

  const { db, pool } = connectDatabase(place.portalUrl, app.logger)
  // The one that waits is that it was restored.
  expect(await verifyTrail({ db, dataKeys, report, kept })).toMatchObject({
    chained,
    waiting: 1,
    problems: 0,
  })
  expect(await canChangeTrail(db)).toBe(!hasTwoRoles)
  await expect(pool.query('delete from audit_events')).rejects.toMatchObject({
    code: hasTwoRoles ? '42501' : 'P0001',
  })
  await recordEvent({ db, by: portalItself }, 'user.deleted', 'user:8')
  await chainTrail({ db, dataKeys, uploadsDir: place.uploadsDir, logger: app.logger })
  expect(await verifyTrail({ db, dataKeys, report })).toMatchObject({
    chained: chained + 2,
    problems: 0,
  })
  await pool.end()
})

const server = await startS3Server()
afterAll(() => server.close())
const store = { endpoint: server.endpoint, keys: serverKeys }
const [lost, empty] = [await createBuckets(store), await createBuckets(store)]
const on = ({ text }: typeof lost) => ({
  STORAGE: text,
  AWS_ACCESS_KEY_ID: serverKeys.accessKeyId,
  AWS_SECRET_ACCESS_KEY: serverKeys.secretAccessKey,
})
const onS3 = await startSharedApp({ env: on(lost) })

it('documents in an object store are backed up once each, and restored into another one', async () => {
  const folder = await makeTestFolder()
  const raw = await openRawStorage(onS3.env, onS3.logger)
  const add = () => backUp(onS3, folder, { raw, secrets: secretIds(onS3.env) })
  const [large, small] = [samples.pdf({ size: 1_000_000 }), samples.pdf({ text: 'new' })]
  const first = await buildFile(onS3, { sample: large })
  const registration = buildRegistration({ uploadKey: first.uploadKey })
  const { body: owner } = await visit(onS3).post('/api/register').send(registration).expect(201)
  const deleted = await buildFile(onS3, { owner })
  expect(await add()).toMatchObject({ contents: 2, added: 2, lost: [] })

  await deleteFile(createCtx(onS3, portalItself), deleted.id)
  await removeContents(createCtx(onS3, portalItself), [deleted.storageKey])
  const added = await buildFile(onS3, { owner, sample: small })
  const { contents } = lost.address
  await lost.put(contents.bucket, `${contents.prefix}contents/${added.storageKey}`, 'damaged')
  const sentBefore = server.countSentBytes()
  expect(await add()).toMatchObject({ contents: 2, added: 1, lost: [] })
  expect(server.countSentBytes() - sentBefore).toBeLessThan(100_000)

  await lost.drop()
  const place = await makeEmptyPlace()
  const there = {
    ...settingsOf(onS3),
    ...on(empty),
    BACKUP_KEY: backupKey.toString('base64'),
    DATABASE_URL: place.databaseUrl,
    UPLOADS_DIR: place.uploadsDir,
  }
  const { output } = await runCommand('restore', { env: there }, '--from', folder)
  expect(output).toMatch(/2 documents, 0 of them damaged\.\nRestored\.[^]*\nSound\.$/m)

  const portal = await startTestApp({
    database: { url: place.databaseUrl, drop: async () => undefined },
    env: on(empty),
  })
  const agent = await logIn(portal, registration)
  expect((await downloadFile(agent, first)).equals(large.bytes)).toBe(true)
  expect((await downloadFile(agent, added)).equals(small.bytes)).toBe(true)
  await portal.close()
})
