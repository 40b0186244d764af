import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isNotNull, ne } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { downloadFile } from '@tests/support/portal/documents'
import { logIn, logInAdmin } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { unknownKey } from '@tests/support/samples/forms'
import { settingsOf } from '@tests/support/portal/run-command'
import { runFsck } from '@tests/support/portal/run-fsck'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { samples } from '@tests/support/samples/samples'
import { createBuckets, type Buckets } from '@tests/support/storage/s3-buckets'
import { serverKeys, startS3Server } from '@tests/support/storage/s3-server'
import { auditEvents } from '../../db/schema/audit-events'
import { fileReadings } from '../../db/schema/scores'
import { fileVersions } from '../../db/schema/files'
import { fsckContents } from '../../features/files/fsck/contents'
import { fsckOrphans } from '../../features/files/fsck/orphans'
import { removeContents, sweepStorage } from '../../features/files/jobs'
import {
  copyContents,
  removeMovedContents,
  type MovePlace,
} from '../../features/files/move-contents'
import { verifyContents } from '../../features/files/verify-contents'
import { createJobCtx } from '@tests/support/portal/with-jobs'
import { readWaitingReports } from '../../features/scores/read-waiting-reports'
import { openStorage, showDocuments } from '../../open-storage'
import { StorageAwayError } from '../../storage-away'
import { openPlace } from '../open-places'

const server = await startS3Server()
afterAll(() => server.close())
afterEach(() => server.fail(null))
const newBuckets = () => createBuckets({ endpoint: server.endpoint, keys: serverKeys })

const buckets = await newBuckets()
const settings = {
  STORAGE: buckets.text,
  AWS_ACCESS_KEY_ID: serverKeys.accessKeyId,
  AWS_SECRET_ACCESS_KEY: serverKeys.secretAccessKey,
}
const app = await startSharedApp({ env: settings })
const user = await buildUser(app)
const owner = await logIn(app, user)
const admin = await logInAdmin(app)

const [first, second] = [samples.pdf({ text: 'first' }), samples.pdf({ text: 'second' })]
const build = (sample = first) => buildFile(app, { owner: user, sample })
const upload = () => owner.post('/api/upload').attach('file', first.bytes, first.name)
const restore = ({ id }: { id: number }) => admin.post(`/api/admin/files/${id}/restore`)
const { contents, backups } = buckets.address
const contentName = (key: string) => `${contents.prefix}contents/${key}`
const signal = new AbortController().signal

async function fsck() {
  const problems: string[] = []
  const report = (problem: string) => void problems.push(problem)
  await fsckContents({ ...app, checksums: true, report })
  const { orphans } = await fsckOrphans({ ...app, report })
  return { problems, orphans }
}

describe('a portal on an object store', () => {
  it('leaves nothing of what was deleted, and sets aside what no file has', async () => {
    const key = `${unknownKey()}/stray.pdf`
    await buckets.put(contents.bucket, contentName(key), 'x')
    await buckets.put(backups.bucket, `${backups.prefix}backups/${key}`, 'x')
    for (const [path, object] of server.objects) {
      if (path.endsWith(key)) object.modifiedAt = new Date(Date.now() - 2 * 60 * 60 * 1000)
    }
    expect((await fsck()).problems).toEqual([`${key}: stored, but of no file`])
    await sweepStorage(app.db, app.storage)
    expect(await fsck()).toEqual({ problems: [], orphans: 1 })
    await removeContents(app.db, app.storage, [key])
    expect((await buckets.list()).filter((name) => name.includes(key))).toEqual([])
  })

  it('tells damaged and missing apart, and mends both from the copy', async () => {
    const [damaged, missing] = [await build(), await build(second)]
    const stored = server.objects.get(`${contents.bucket}/${contentName(damaged.storageKey)}`)
    const altered = Buffer.from(stored?.bytes ?? '').fill('x', 100, 110)
    await buckets.put(contents.bucket, contentName(damaged.storageKey), altered)
    await buckets.remove(contents.bucket, contentName(missing.storageKey))
    const { problems } = await fsck()
    expect(problems.toSorted()).toEqual([
      expect.stringMatching(`^File ${damaged.id}, .*the content is damaged`),
      expect.stringMatching(`^File ${missing.id}, .*the content is missing`),
    ])
    for (const [file, { bytes }] of [[damaged, first] as const, [missing, second] as const]) {
      await owner.get(`/uploads/${file.uploadKey}/${file.fileName}`).expect(404)
      await restore(file).expect(200)
      expect((await downloadFile(owner, file)).equals(bytes)).toBe(true)
    }
  })

  it('answers 507 when the store has no room, and leaves nothing there', async () => {
    const before = await buckets.list()
    server.fail('full')
    await upload().expect(507)
    server.fail(null)
    expect(await buckets.list()).toEqual(before)
  })
})

describe('while its object store is away', () => {
  it('the portal says so: nothing counts as missing or damaged, and all is well afterwards', async () => {
    const file = await build()
    const path = `/uploads/${file.uploadKey}/${file.fileName}`
    await app.db.update(fileVersions).set({ createdAt: new Date(0), checkedAt: null })
    await app.db.update(fileReadings).set({ state: 'waiting', attempts: 0 })
    const logged = app.logs().length
    server.fail('failing')
    await owner.get(path).expect(503)
    await owner.head(path).expect(503)
    await upload().expect(503)
    await owner.get('/readyz').expect(503)
    await restore(file).expect(503)
    await expect(verifyContents({ ...app, days: 30, signal })).rejects.toThrow(StorageAwayError)
    await expect(readWaitingReports(createJobCtx(app))).rejects.toThrow(StorageAwayError)
    await expect(fsck()).rejects.toThrow(StorageAwayError)
    server.fail(null)

    expect((await downloadFile(owner, file)).equals(first.bytes)).toBe(true)
    await expect.poll(async () => (await owner.get('/readyz')).status).toBe(200)
    const lines = app.logs().slice(logged)
    expect(lines).not.toContain('a stored file is damaged')
    expect(lines.split('the object store cannot be reached')).toHaveLength(2)
    expect(lines.split('the object store is reached again')).toHaveLength(2)
    expect(await app.db.$count(fileReadings, ne(fileReadings.attempts, 0))).toBe(0)
    expect(await app.db.$count(fileVersions, isNotNull(fileVersions.checkedAt))).toBe(0)
  })

  it('fsck does not take it for an empty one', async () => {
    server.fail('denied')
    const { exitCode, output } = await runFsck({ env: { ...settingsOf(app), ...settings } })
    expect(output).toMatch(/^- The object store does not answer as it should: AccessDenied/m)
    expect(exitCode).toBe(2)
  })
})

describe('documents that move between the disk and an object store', () => {
  let moving: TestApp
  let target: Buckets
  let disk: MovePlace
  let bucket: MovePlace

  beforeEach(async () => {
    moving = await startTestApp()
    target = await newBuckets()
    const env = { ...moving.env, s3Keys: serverKeys }
    disk = asPlace(await openPlace(env, { kind: 'disk' }, moving.logger))
    bucket = asPlace(await openPlace(env, target.address, moving.logger))
  })
  afterEach(() => moving.close())

  const asPlace = (stored: MovePlace['stored']): MovePlace => ({
    stored,
    shown: showDocuments(moving.env, moving.db, stored),
  })

  async function run(work: typeof copyContents, from: MovePlace, to: MovePlace) {
    const problems: string[] = []
    const report = (problem: string) => void problems.push(problem)
    return { ...(await work({ db: moving.db, from, to, report })), problems }
  }

  it('lie where they were until the operator says, and come back', async () => {
    const partner = await buildUser(moving)
    const files = await Promise.all([1, 2].map(() => buildFile(moving, { owner: partner })))
    const before = await moving.storedPaths()
    const copied = { done: 2, before: 0, gone: 0, not: 0, problems: [] }
    expect(await run(copyContents, disk, bucket)).toEqual(copied)
    expect(await moving.storedPaths()).toEqual(before)
    expect(await target.list()).toHaveLength(4)
    expect(await run(copyContents, disk, bucket)).toMatchObject({ done: 0, before: 2 })

    expect(await run(removeMovedContents, disk, bucket)).toMatchObject({ done: 2, not: 0 })
    expect(await moving.storedPaths()).toEqual([])
    expect(await run(copyContents, bucket, disk)).toMatchObject({ done: 2, not: 0 })
    expect(await moving.storedPaths()).toEqual(before)
    const agent = await logIn(moving, partner)
    for (const file of files) expect((await downloadFile(agent, file)).length).toBe(file.fileSize)
    const events = await moving.db.select().from(auditEvents)
    const moves = events.filter(({ action }) => action.startsWith('documents.'))
    expect(moves.map(({ details }) => details)).toEqual([1, 2, 3].map(() => ({ contents: 2 })))
  })

  it('go on where a move broke off', async () => {
    for (let count = 0; count < 12; count += 1) await buildFile(moving)
    server.fail('failing', { after: 80 })
    await expect(run(copyContents, disk, bucket)).rejects.toThrow(StorageAwayError)
    server.fail(null)
    const { done, before, not } = await run(copyContents, disk, bucket)
    expect(before).toBeGreaterThan(0)
    expect([done + before, not]).toEqual([12, 0])
  })

  it('move from their second copy when damaged; what has none is named and stays', async () => {
    const [mendable, lost] = [await buildFile(moving), await buildFile(moving)]
    const spoiled = [
      [moving.uploadsDir, mendable.storageKey],
      [moving.uploadsDir, lost.storageKey],
      [moving.env.backupDir, lost.storageKey],
    ]
    for (const path of spoiled) await writeFile(join(...path), 'spoiled')
    const { done, not, problems } = await run(copyContents, disk, bucket)
    expect([done, not]).toEqual([1, 1])
    expect(problems.join()).toMatch(new RegExp(`^File ${lost.id}, .*no copy of it is whole`))

    await target.remove(target.address.backups.bucket, `backups/${mendable.storageKey}`)
    const removal = await run(removeMovedContents, disk, bucket)
    expect([removal.done, removal.not]).toEqual([0, 2])
    expect(await moving.storedPaths()).toHaveLength(4)
  })

  it('are found in either place in the meantime, and deleted from both', async () => {
    const [copied, left] = [await buildFile(moving), await buildFile(moving)]
    await run(copyContents, disk, bucket)
    await disk.stored.remove(copied.storageKey)
    await bucket.stored.remove(left.storageKey)
    const env = { ...moving.env, s3Keys: serverKeys, storageAlso: target.address }
    const storage = await openStorage(env, moving.db, moving.logger)
    for (const file of [copied, left]) {
      const content = await storage.open(file.storageKey)
      const copy = await storage.openBackup(file.storageKey)
      const checksums = [await content?.checksum(), await copy?.checksum()]
      expect(checksums).toEqual([file.sha256, file.sha256])
      await content?.close()
      await copy?.close()
      await removeContents(moving.db, storage, [file.storageKey])
    }
    expect([await moving.storedPaths(), await target.list()]).toEqual([[], []])
  })
})
