import { count, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { ascending, notFound, pleaseLogIn } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { unknownKey } from '@tests/support/samples/forms'
import { files } from '../../db/schema/files'

const app = await startSharedApp()

const unknown = {
  message: 'This upload was not found or has expired. Please send it again.',
  code: 'not_found',
}
const full = { message: 'You can upload a maximum of 3 files.', code: 'conflict' }
const used = { message: 'This upload has already been used.', code: 'conflict' }

async function filesOf(userId: number): Promise<number> {
  const [row] = await app.db.select({ of: count() }).from(files).where(eq(files.userId, userId))
  return row?.of ?? 0
}

describe('linking an upload', () => {
  it('makes it the partner’s own', async () => {
    const user = await buildUser(app)
    const agent = await logIn(app, user)
    const file = await buildFile(app)
    const { body } = await agent.post(`/api/link-file/${file.uploadKey}`).expect(200)
    expect(body).toEqual({
      id: file.id,
      fileName: file.fileName,
      fileSize: file.fileSize,
      fileType: 'application/pdf',
      status: 'pending',
      uploadKey: file.uploadKey,
      userId: user.id,
      statusReason: null,
      createdAt: file.createdAt.toISOString(),
      uploadedAt: expect.stringMatching(/Z$/),
      statusAt: null,
    })
    await agent.get('/api/files').expect(200, [body])
  })

  it('works with the JSON header and no body, as browsers send it', async () => {
    const agent = await logIn(app, await buildUser(app))
    const { uploadKey } = await buildFile(app)
    await agent.post(`/api/link-file/${uploadKey}`).type('application/json').expect(200)
  })

  it('works once for an upload that someone else sent, since the key is what counts', async () => {
    const [first, second] = [await buildUser(app), await buildUser(app)]
    const { uploadKey, id } = await buildFile(app)
    const agent = await logIn(app, first)
    await agent.post(`/api/link-file/${uploadKey}`).expect(200)
    await agent.post(`/api/link-file/${uploadKey}`).expect(409, used)
    const other = await logIn(app, second)
    await other.post(`/api/link-file/${uploadKey}`).expect(409, used)
    const [file] = await app.db.select().from(files).where(eq(files.id, id))
    expect(file?.userId).toBe(first.id)
  })

  it('is refused without a session and to the administrator', async () => {
    const { uploadKey, id } = await buildFile(app)
    await visit(app).post(`/api/link-file/${uploadKey}`).expect(401, pleaseLogIn)
    const admin = await logInAdmin(app)
    await admin.post(`/api/link-file/${uploadKey}`).expect(403, {
      message: 'The administrator can’t add documents.',
      code: 'forbidden',
    })
    const [file] = await app.db.select().from(files).where(eq(files.id, id))
    expect(file).toMatchObject({ userId: null, claimedAt: null })
  })

  it('finds no unknown, malformed or expired key, and no key of credentials', async () => {
    const agent = await logIn(app, await buildUser(app))
    const expired = await buildFile(app, { createdAt: new Date(Date.now() - 25 * 3_600_000) })
    const credential = await buildCredential(app)
    const keys = [unknownKey(), 'x', '..%2f..', "'--", expired.uploadKey, credential.uploadKey]
    for (const key of keys) {
      const { status, body } = await agent.post(`/api/link-file/${key}`)
      expect([key, status, body]).toEqual([key, 404, unknown])
    }
    await agent.post('/api/link-file/%00').expect(404, notFound)
  })

  it('stops at three files', async () => {
    const user = await buildUser(app)
    const agent = await logIn(app, user)
    for (let linked = 0; linked < 3; linked += 1) {
      const { uploadKey } = await buildFile(app)
      await agent.post(`/api/link-file/${uploadKey}`).expect(200)
    }
    const { uploadKey } = await buildFile(app)
    await agent.post(`/api/link-file/${uploadKey}`).expect(409, full)
    expect(await filesOf(user.id)).toBe(3)
    await (await logIn(app, await buildUser(app))).post(`/api/link-file/${uploadKey}`).expect(200)
  })

  it('stops at three files when eight come at once', async () => {
    const user = await buildUser(app)
    const agent = await logIn(app, user)
    const uploads = await Promise.all(Array.from({ length: 8 }, () => buildFile(app)))
    const answers = await Promise.all(
      uploads.map(({ uploadKey }) => agent.post(`/api/link-file/${uploadKey}`)),
    )
    const statuses = ascending(answers.map(({ status }) => status))
    expect(statuses).toEqual([200, 200, 200, 409, 409, 409, 409, 409])
    expect(await filesOf(user.id)).toBe(3)
  })

  it('of one upload by four partners at once makes one of them its owner', async () => {
    const { uploadKey } = await buildFile(app)
    const agents = await Promise.all(
      Array.from({ length: 4 }, async () => logIn(app, await buildUser(app))),
    )
    const answers = await Promise.all(
      agents.map((agent) => agent.post(`/api/link-file/${uploadKey}`)),
    )
    expect(ascending(answers.map(({ status }) => status))).toEqual([200, 409, 409, 409])
  })
})

describe('a partner’s files', () => {
  it('are listed newest first, and no one else’s', async () => {
    const user = await buildUser(app)
    const older = await buildFile(app, { owner: user })
    await buildFile(app, { owner: await buildUser(app) })
    await buildFile(app)
    const newer = await buildFile(app, { owner: user, status: 'approved', statusReason: 'private' })
    const agent = await logIn(app, user)
    const { body } = await agent.get('/api/files').expect(200)
    expect(body.map((file: { id: number }) => file.id)).toEqual([newer.id, older.id])
    expect(body[0]).toEqual({
      id: newer.id,
      fileName: newer.fileName,
      fileSize: newer.fileSize,
      fileType: newer.fileType,
      status: 'approved',
      uploadKey: newer.uploadKey,
      userId: user.id,
      statusReason: null,
      createdAt: newer.createdAt.toISOString(),
      uploadedAt: expect.stringMatching(/Z$/),
      statusAt: null,
    })
  })

  it('are no one’s business without a session', async () => {
    await visit(app).get('/api/files').expect(401, pleaseLogIn)
  })

  it('are none at first', async () => {
    const agent = await logIn(app, await buildUser(app))
    await agent.get('/api/files').expect(200, [])
  })
})
