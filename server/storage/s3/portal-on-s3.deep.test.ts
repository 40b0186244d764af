import { isNotNull, ne } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { downloadFile } from '@tests/support/portal/documents'
import { logIn, logInAdmin } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { unknownKey } from '@tests/support/samples/forms'
import { settingsOf } from '@tests/support/portal/run-command'
import { runFsck } from '@tests/support/portal/run-fsck'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { samples } from '@tests/support/samples/samples'
import { createBuckets } from '@tests/support/storage/s3-buckets'
import { serverKeys, startS3Server } from '@tests/support/storage/s3-server'
import { portalItself } from '../../features/audit/record-event'
import { createCtx } from '../../ctx'
import { fileReadings } from '../../db/schema/scores'
import { fileVersions } from '../../db/schema/files'
import { fsckContents, findStrays } from '../../features/files/fsck'
import { removeContents } from '../../features/files/delete-file'
import { verifyContents } from '../../features/files/verify-contents'
import { createJobCtx } from '@tests/support/portal/with-jobs'
import { readWaitingReports } from '../../features/scores/read-waiting-reports'
import { StorageAwayError } from '../../storage-away'

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
  const { strays } = await findStrays(app)
  return { problems, strays }
}

describe('a portal on an object store', () => {
  it('names what no file has, and leaves nothing of what was deleted', async () => {
    const key = `${unknownKey()}/stray.pdf`
    await buckets.put(contents.bucket, contentName(key), 'x')
    await buckets.put(backups.bucket, `${backups.prefix}backups/${key}`, 'x')
    for (const [path, object] of server.objects) {
      if (path.endsWith(key)) object.modifiedAt = new Date(Date.now() - 2 * 60 * 60 * 1000)
    }
    expect(await fsck()).toEqual({ problems: [], strays: [key] })
    await removeContents(createCtx(app, portalItself), [key])
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
