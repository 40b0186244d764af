import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import visitor from 'supertest'
import { beforeEach, describe, expect, it } from 'vitest'
import { pleaseLogIn } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { eventually } from '@tests/support/portal/eventually'
import { meetAtLock, seeWaiting } from '@tests/support/portal/meet-at-lock'
import { logIn, sessionCookie, visit } from '@tests/support/portal/agents'
import { buildAdmin, buildFile, buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { samples } from '@tests/support/samples/samples'
import { createApp } from '../../app'
import { files, fileVersions } from '../../db/schema/files'

let user: BuiltUser
let cookie: string
let file: Awaited<ReturnType<typeof buildFile>>

const app = await startSharedApp()
const administrator = await buildAdmin(app)
const admin = await logIn(app, administrator)
beforeEach(async () => {
  user = await buildUser(app)
  cookie = await sessionCookie(app, user)
  file = await buildFile(app, { owner: user, status: 'approved' })
})

const temporaries = async () =>
  (await app.storedPaths()).filter((path) => path.startsWith('.tmp/')).length

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
  id: user.id,
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
      const elsewhere = await logIn(app, user)
      const { password } = user
      await elsewhere.post('/api/reauthenticate').send({ password }).expect(200)
      await elsewhere.delete('/api/sessions').expect(200)
    },
  ],
  [
    'its end by the administrator',
    () => admin.delete(`/api/admin/users/${user.id}/sessions`).expect(200),
  ],
  [
    'the deletion of the account',
    () => admin.delete(`/api/admin/users/${user.id}`).expect(200),
    { versions: 0 },
  ],
  [
    'the time at which it runs out',
    () =>
      app.pool.query(
        `update sessions set expire = now() - interval '1 s' where sess -> 'passport' ->> 'user' = $1`,
        [String(user.id)],
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
      () => ({ statement: 'delete from users where id = $1', id: user.id, waiting: 1 }),
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
      () => admin.delete(`/api/admin/users/${user.id}/sessions`),
      replaced,
    ],
    [
      'the deletion of its owner',
      () => admin.delete(`/api/admin/users/${user.id}`),
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
