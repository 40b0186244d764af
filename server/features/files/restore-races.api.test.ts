import { eq } from 'drizzle-orm'
import visitor from 'supertest'
import { describe, expect, it } from 'vitest'
import { contentsRemoved } from '@tests/support/portal/contents-removed'
import { downloadFile, reuploadFile } from '@tests/support/portal/documents'
import { sendBeside } from '@tests/support/portal/send-beside'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { pleaseLogIn } from '@tests/support/portal/answers'
import { logIn, sessionCookie, visit } from '@tests/support/portal/agents'
import { buildAdmin, buildFile, buildUser } from '@tests/support/portal/factories'
import { samples, type Sample } from '@tests/support/samples/samples'
import { createApp } from '../../app'
import { lockPerson } from '../../db/lock-person'
import { files, fileVersions } from '../../db/schema/files'
import { startJobs } from '../../jobs'

const app = await startSharedApp()
const user = await buildUser(app)
const owner = await logIn(app, user)
const administrator = await buildAdmin(app)
const admin = await logIn(app, administrator)

const first = samples.pdf({ text: 'first' })
const second = { ...samples.png({ text: 'second' }), name: 'second.png' }
const changed = {
  message: 'The file was changed in the meantime. Please look at it again.',
  code: 'conflict',
}

const build = (sample = first) => buildFile(app, { owner: user, sample })
const restore = (id: number) => admin.post(`/api/admin/files/${id}/restore`)
const reupload = (id: number, sample: Sample = second) => reuploadFile(owner, id, sample)

const pathsOf = async (file: { uploadKey: string }) =>
  (await app.storedPaths()).filter((path) => path.includes(file.uploadKey))

describe('restores, re-uploads, downloads and deletions at once', () => {
  it('make one version a restore, and the others learn of it', async () => {
    const file = await build()
    await reupload(file.id).expect(200)
    const answers = await Promise.all([restore(file.id), restore(file.id), restore(file.id)])
    const refused = answers.filter(({ status }) => status !== 200)
    for (const { status, body } of refused) expect([status, body]).toEqual([409, changed])
    const versions = await app.db
      .select()
      .from(fileVersions)
      .where(eq(fileVersions.fileId, file.id))
    expect(versions).toHaveLength(2 + answers.length - refused.length)
    expect(await pathsOf(file)).toHaveLength(2 * versions.length)
    expect((await app.storedPaths()).filter((path) => path.startsWith('.tmp/'))).toEqual([])
  })

  it('restore nothing over a content that came while they waited for their turn', async () => {
    const file = await build()
    await reupload(file.id).expect(200)
    const storageKey = `${file.uploadKey}/another.png`
    const { status, body } = await sendBeside(
      app,
      async (tx) => {
        await lockPerson(tx, user.id)
        await tx.update(files).set({ storageKey }).where(eq(files.id, file.id))
      },
      () => restore(file.id),
    )
    expect([status, body]).toEqual([409, changed])
    const [row] = await app.db.select().from(files).where(eq(files.id, file.id))
    expect(row?.storageKey).toBe(storageKey)
  })

  it('let readers see one content, whole', async () => {
    const file = await build(samples.pdf({ size: 400_000 }))
    const contents = [
      await downloadFile(owner, file),
      ...['a', 'b', 'c'].map((text) => samples.pdf({ text, size: 500_000 }).bytes),
    ]
    const path = `/uploads/${file.uploadKey}/${file.fileName}`
    const controller = new AbortController()
    let reads = 0
    const read = async () => {
      while (!controller.signal.aborted) {
        const { body } = await owner.get(path).responseType('blob').expect(200)
        expect(contents.some((bytes) => bytes.equals(body))).toBe(true)
        reads += 1
      }
    }
    const change = async () => {
      for (const bytes of contents.slice(1)) {
        const sample = { ...first, bytes }
        const answers = await Promise.all([reupload(file.id, sample), restore(file.id)])
        for (const { status } of answers) expect([200, 404, 409]).toContain(status)
      }
      controller.abort()
    }
    await Promise.all([read(), read(), change()])
    expect(reads).toBeGreaterThan(0)
    const [row] = await app.db.select().from(files).where(eq(files.id, file.id))
    const stored = await app.storage.open(row?.storageKey ?? '')
    const bytes = await stored?.bytes()
    await stored?.close()
    expect(bytes?.equals(await downloadFile(owner, file))).toBe(true)
  })

  it('change nothing once the administrator has logged out, also when the bytes are stored by then', async () => {
    const file = await build()
    await reupload(file.id).expect(200)
    const cookie = await sessionCookie(app, administrator)
    const storage: typeof app.storage = {
      ...app.storage,
      async keep(staged, storageKey) {
        await app.storage.keep(staged, storageKey)
        await visit(app).post('/api/logout').set('Cookie', cookie).expect(200)
      },
    }
    const before = await app.storedPaths()
    const answer = await visitor(createApp({ ...app, storage }))
      .post(`/api/admin/files/${file.id}/restore`)
      .set({ Origin: app.origin, Cookie: cookie })
    expect([answer.status, answer.body]).toEqual([401, pleaseLogIn])
    expect(await app.db.$count(fileVersions, eq(fileVersions.fileId, file.id))).toBe(2)
    expect(await app.storedPaths()).toEqual(before)
  })

  it('leave nothing of a deleted file in the end', async () => {
    const jobs = await startJobs(app)
    for (let round = 0; round < 40; round += 1) {
      const file = await build()
      await reupload(file.id).expect(200)
      const removed = contentsRemoved(jobs)
      const [restored, replaced, deleted] = await Promise.all([
        restore(file.id),
        reupload(file.id, samples.jpeg()),
        admin.delete(`/api/admin/files/${file.id}`),
      ])
      expect([200, 404, 409]).toContain(restored.status)
      expect([200, 404]).toContain(replaced.status)
      expect(deleted.status).toBe(200)
      await removed
      expect(await pathsOf(file)).toEqual([])
    }
    await jobs.stop()
  })
})
