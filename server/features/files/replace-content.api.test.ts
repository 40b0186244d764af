import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { asc, eq } from 'drizzle-orm'
import visitor from 'supertest'
import { describe, expect, it, beforeEach } from 'vitest'
import { logIn, sessionCookie, visit } from '@tests/support/portal/agents'
import { notFound, pleaseLogIn } from '@tests/support/portal/answers'
import { eventsOf } from '@tests/support/portal/audit-events'
import { countUploads, downloadFile, reuploadFile } from '@tests/support/portal/documents'
import { eventually } from '@tests/support/portal/eventually'
import { buildAdmin, buildFile, buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { meetAtLock, seeWaiting } from '@tests/support/portal/meet-at-lock'
import { sendBeside } from '@tests/support/portal/send-beside'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { jobDone, withJobs } from '@tests/support/portal/with-jobs'
import { samples } from '@tests/support/samples/samples'
import { createApp } from '../../app'
import { lockPerson } from '../../db/lock-person'
import { files, fileVersions } from '../../db/schema/files'

const app = await startSharedApp()

const user = await buildUser(app)

const owner = await logIn(app, user)

const administrator = await buildAdmin(app)

const admin = await logIn(app, administrator)

const replacement = { ...samples.png({ text: 'the new one' }), name: 'Новый отчёт.png' }

const changed = {
  message: 'The file was changed in the meantime. Please look at it again.',
  code: 'conflict',
}

const build = (sample = samples.pdf()) => buildFile(app, { owner: user, sample })

const reupload = (id: number, sample = replacement) => reuploadFile(owner, id, sample)

const restore = (id: number) => admin.post(`/api/admin/files/${id}/restore`)

async function rowOf(id: number) {
  const [row] = await app.db.select().from(files).where(eq(files.id, id))
  return row
}

const versionsOf = (id: number) =>
  app.db
    .select()
    .from(fileVersions)
    .where(eq(fileVersions.fileId, id))
    .orderBy(asc(fileVersions.id))

const pathsOf = async (file: { uploadKey: string }) =>
  (await app.storedPaths()).filter((path) => path.includes(file.uploadKey))

describe('re-uploading', () => {
  it('puts the new content, name, size and type under the same key, to be reviewed again', async () => {
    const before = await buildFile(app, {
      owner: user,
      status: 'rejected',
      statusReason: 'Too blurred',
      statusAt: new Date(),
    })
    const { body } = await reupload(before.id).expect(200)
    expect(body).toEqual({
      id: before.id,
      fileName: replacement.name,
      fileSize: replacement.bytes.length,
      fileType: 'image/png',
      status: 'pending',
      uploadKey: before.uploadKey,
      userId: user.id,
      statusReason: null,
      createdAt: before.createdAt.toISOString(),
      uploadedAt: expect.stringMatching(/Z$/),
      statusAt: null,
      lastOpenedAt: null,
    })
    expect(replacement.bytes.equals(await downloadFile(owner, body))).toBe(true)
    await owner.get(`/uploads/${before.uploadKey}/${before.fileName}`).expect(404)
    expect(await rowOf(before.id)).toMatchObject({ statusReason: null, statusAt: null })
  })

  it('keeps the earlier content as a version, with its bytes', async () => {
    const before = await build()
    await reupload(before.id).expect(200)
    const versions = await versionsOf(before.id)
    expect(versions).toMatchObject([
      { reason: 'upload', storageKey: before.storageKey, sha256: before.sha256 },
      { reason: 're-upload', createdBy: user.id, fileName: replacement.name },
    ])
    expect(await pathsOf(before)).toEqual(
      versions.flatMap(({ storageKey }) => [storageKey, `.backups/${storageKey}`]).toSorted(),
    )
  })

  it('is recorded with who did it', async () => {
    const { id } = await build()
    await reupload(id).expect(200)
    const events = await eventsOf(app, `file:${id}`)
    expect(events).toContainEqual(
      expect.objectContaining({ action: 'file.replaced', actorId: user.id, ip: '127.0.0.1' }),
    )
  })

  it('works for the administrator, with anyone’s file and with no one’s', async () => {
    for (const file of [await build(), await buildFile(app)]) {
      const { body } = await reuploadFile(admin, file.id, replacement).expect(200)
      expect(body).toMatchObject({ uploadKey: file.uploadKey, userId: file.userId })
    }
  })

  it('of someone else’s or no one’s file is a 404 that changes nothing', async () => {
    const stranger = await logIn(app, await buildUser(app))
    for (const file of [await build(), await buildFile(app)]) {
      const before = await app.storedPaths()
      await reuploadFile(stranger, file.id, replacement).expect(404, notFound)
      expect(await rowOf(file.id)).toEqual(file)
      expect(await app.storedPaths()).toEqual(before)
    }
  })

  it('of one file four times at the same time leaves one of them, whole, and all as versions', async () => {
    const file = await build()
    const four = ['one', 'two', 'three', 'four'].map((text) => samples.pdf({ text }))
    const answers = await Promise.all(four.map((sample) => reupload(file.id, sample)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const shown = await downloadFile(owner, file)
    expect(four.filter(({ bytes }) => bytes.equals(shown))).toHaveLength(1)
    expect(await versionsOf(file.id)).toHaveLength(5)
  })
})

describe('restores, re-uploads, downloads and deletions at the same time', () => {
  it('make one version a restore, and the others learn of it', async () => {
    const file = await build()
    await reupload(file.id).expect(200)
    const answers = await Promise.all([restore(file.id), restore(file.id), restore(file.id)])
    const refused = answers.filter(({ status }) => status !== 200)
    for (const { status, body } of refused) expect([status, body]).toEqual([409, changed])
    const versions = await versionsOf(file.id)
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
    expect((await rowOf(file.id))?.storageKey).toBe(storageKey)
  })

  it('let readers see one content, whole', async () => {
    const first = samples.pdf({ size: 400_000 })
    const file = await build(first)
    const contents = ['a', 'b', 'c'].map((text) => samples.pdf({ text, size: 500_000 }).bytes)
    const whole = [first.bytes, ...contents]
    const controller = new AbortController()
    let reads = 0
    const read = async () => {
      while (!controller.signal.aborted) {
        const bytes = await downloadFile(owner, file)
        expect(whole.some((content) => content.equals(bytes))).toBe(true)
        reads += 1
      }
    }
    const change = async () => {
      for (const bytes of contents) {
        const answers = await Promise.all([
          reupload(file.id, { ...first, bytes }),
          restore(file.id),
        ])
        for (const { status } of answers) expect([200, 404, 409]).toContain(status)
      }
      controller.abort()
    }
    await Promise.all([read(), read(), change()])
    expect(reads).toBeGreaterThan(0)
    const bytes = await app.storage.read((await rowOf(file.id))?.storageKey ?? '')
    expect(bytes?.equals(await downloadFile(owner, file))).toBe(true)
  })

  it('change nothing once the administrator has logged out, also when the bytes are stored by then', async () => {
    const file = await build()
    await reupload(file.id).expect(200)
    const cookie = await sessionCookie(app, administrator)
    const storage: typeof app.storage = {
      ...app.storage,
      async keep(storageKey, ...parts) {
        await app.storage.keep(storageKey, ...parts)
        await visit(app).post('/api/logout').set('Cookie', cookie).expect(200)
      },
    }
    const before = await app.storedPaths()
    const answer = await visitor(createApp({ ...app, storage }))
      .post(`/api/admin/files/${file.id}/restore`)
      .set({ Origin: app.origin, Cookie: cookie })
    expect([answer.status, answer.body]).toEqual([401, pleaseLogIn])
    expect(await versionsOf(file.id)).toHaveLength(2)
    expect(await app.storedPaths()).toEqual(before)
  })

  it('leave nothing of a deleted file in the end', async () => {
    await withJobs(app, async (jobs) => {
      for (let round = 0; round < 12; round += 1) {
        // No reader of reports looks at pictures.
        const file = await build(samples.jpeg())
        await reupload(file.id).expect(200)
        const removed = jobDone(jobs, 'remove-contents')
        const [restored, replaced, deleted] = await Promise.all([
          restore(file.id),
          reupload(file.id, samples.png()),
          admin.delete(`/api/admin/files/${file.id}`),
        ])
        expect([200, 404, 409]).toContain(restored.status)
        expect([200, 404]).toContain(replaced.status)
        expect(deleted.status).toBe(200)
        await removed
        expect(await pathsOf(file)).toEqual([])
      }
    })
  })
})

let leaver: BuiltUser

let cookie: string

let file: Awaited<ReturnType<typeof buildFile>>

const temporaries = async () => countUploads(app)

/** Sends half of a re-upload; the function returned sends the rest, and returns what came back. */
async function beginReupload(as = cookie) {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="new.png"\r\n\r\n'
  const { bytes } = samples.png({ text: 'the new one', size: 200_000 })
  const sent = request(`${app.url}/api/reupload/${file.id}`, {
    method: 'POST',
    headers: {
      Origin: app.origin,
      Cookie: as,
      'Content-Type': 'multipart/form-data; boundary=b',
    },
  })
  sent.write(head)
  sent.write(bytes.subarray(0, 100_000))
  await eventually(async () => expect(await temporaries()).toBe(1))
  return async () => {
    const answered = once(sent, 'response')
    sent.write(bytes.subarray(100_000))
    sent.end('\r\n--b--\r\n')
    const [answer]: IncomingMessage[] = await answered
    return { status: answer?.statusCode, body: answer && (await json(answer)) }
  }
}

async function stored() {
  const [row] = await app.db.select().from(files).where(eq(files.id, file.id))
  const versions = await app.db.$count(fileVersions, eq(fileVersions.fileId, file.id))
  return {
    row: { ...row, userId: undefined, search: undefined },
    versions,
    paths: await app.storedPaths(),
  }
}

const withoutTemporaries = (before: Awaited<ReturnType<typeof stored>>) => ({
  ...before,
  paths: before.paths.filter((path) => !path.startsWith('.tmp/')),
})

/** Ends the user's sessions, as another request that has not committed yet. */
const endingSessions = () => ({
  statement: "delete from sessions where sess -> 'passport' ->> 'user' = $1::text",
  id: leaver.id,
  waiting: 1,
})

const replaced = { versions: 2, row: { fileName: 'new.png' } }

const unchanged = { versions: 1, row: { status: 'approved' } }

/** The last says what remains of the document, unless all of it does. */
const ends: [string, () => Promise<unknown>, object?][] = [
  ['a logout', () => visit(app).post('/api/logout').set('Cookie', cookie).expect(200)],
  [
    'its end from another device',
    async () => {
      const elsewhere = await logIn(app, leaver)
      const { password } = leaver
      await elsewhere.post('/api/reauthenticate').send({ password }).expect(200)
      await elsewhere.delete('/api/sessions').expect(200)
    },
  ],
  [
    'its end by the administrator',
    () => admin.delete(`/api/admin/users/${leaver.id}/sessions`).expect(200),
  ],
  [
    'the deletion of the account',
    () => admin.delete(`/api/admin/users/${leaver.id}`).expect(200),
    { versions: 0 },
  ],
  [
    'the time at which it runs out',
    () =>
      app.pool.query(
        `update sessions set expire = now() - interval '1 s' where sess -> 'passport' ->> 'user' = $1`,
        [String(leaver.id)],
      ),
  ],
]

async function expectRefused(as: string, end: () => PromiseLike<unknown>) {
  const finish = await beginReupload(as)
  await end()
  const before = await stored()
  expect(await finish()).toEqual({ status: 401, body: pleaseLogIn })
  expect(await stored()).toEqual(withoutTemporaries(before))
}

describe('sessions that end meanwhile', () => {
  beforeEach(async () => {
    leaver = await buildUser(app)
    cookie = await sessionCookie(app, leaver)
    file = await buildFile(app, { owner: leaver, status: 'approved' })
  })

  describe('a re-upload that began before its session ended', () => {
    it.each(ends)('changes nothing after %s', (_what, end) => expectRefused(cookie, end))

    it('changes nothing after the administrator’s logout either', async () => {
      const own = await sessionCookie(app, administrator)
      await expectRefused(own, () => visit(app).post('/api/logout').set('Cookie', own).expect(200))
    })
  })

  describe('a re-upload that is being written', () => {
    it.each(ends)(
      'leaves nothing after %s, also when its bytes are stored by then',
      async (_what, end, left = unchanged) => {
        const storage: typeof app.storage = {
          ...app.storage,
          async keep(storageKey, ...parts) {
            await app.storage.keep(storageKey, ...parts)
            expect(await app.storedPaths()).toContain(`.backups/${storageKey}`)
            await end()
          },
        }
        const { paths } = await stored()
        const { bytes, name } = samples.png()
        const answer = await visitor(createApp({ ...app, storage }))
          .post(`/api/reupload/${file.id}`)
          .set({ Origin: app.origin, Cookie: cookie })
          .attach('file', bytes, name)
        expect([answer.status, answer.body]).toEqual([401, pleaseLogIn])
        // The bytes of a deleted account are removed by a job.
        expect(await stored()).toMatchObject({ ...left, paths })
      },
    )

    it.each([
      ['its session is ended', endingSessions],
      [
        'its owner is deleted',
        () => ({ statement: 'delete from users where id = $1', id: leaver.id, waiting: 1 }),
      ],
    ])('while %s waits for that, and leaves nothing', async (_what, ending) => {
      const finish = await beginReupload()
      const before = await stored()
      const answer = await meetAtLock(app, ending(), finish)
      expect(answer).toEqual({ status: 401, body: pleaseLogIn })
      expect(await stored()).toEqual(withoutTemporaries(before))
    })

    it.each([
      ['a logout', () => visit(app).post('/api/logout').set('Cookie', cookie), replaced],
      [
        'the end of all sessions',
        () => admin.delete(`/api/admin/users/${leaver.id}/sessions`),
        replaced,
      ],
      [
        'the deletion of its owner',
        () => admin.delete(`/api/admin/users/${leaver.id}`),
        { versions: 0 },
      ],
    ])('is let finish by %s that comes meanwhile', async (_what, end, left) => {
      const finish = await beginReupload()
      const lock = { statement: 'select 1 from files where id = $1 for update', id: file.id }
      const answers = await meetAtLock(app, lock, async () => {
        const finished = finish()
        await seeWaiting(app, 1)
        return Promise.all([finished, end()])
      })
      expect(answers).toMatchObject([{ status: 200 }, { status: 200 }])
      expect(await stored()).toMatchObject(left)
    })
  })

  describe('linking an upload', () => {
    it('while the session is ended waits for that, and claims nothing', async () => {
      const { uploadKey, id } = await buildFile(app)
      const link = async () => visit(app).post(`/api/link-file/${uploadKey}`).set('Cookie', cookie)
      const answer = await meetAtLock(app, endingSessions(), link)
      expect(answer).toMatchObject({ status: 401, body: pleaseLogIn })
      const [row] = await app.db.select().from(files).where(eq(files.id, id))
      expect(row).toMatchObject({ userId: null, claimedAt: null })
    })
  })
})
