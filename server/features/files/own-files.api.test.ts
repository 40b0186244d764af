import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { ascending, notFound, pleaseLogIn } from '@tests/support/portal/answers'
import { reuploadFile } from '@tests/support/portal/documents'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { unknownKey } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'
import { files, fileVersions } from '../../db/schema/files'

const app = await startSharedApp()
const admin = await logInAdmin(app)

const unknown = {
  message: 'This upload was not found or has expired. Please send it again.',
  code: 'not_found',
}
const full = { message: 'You can upload a maximum of 3 files.', code: 'conflict' }
const used = { message: 'This upload has already been used.', code: 'conflict' }

async function buildPartner() {
  const user = await buildUser(app)
  return { user, agent: await logIn(app, user) }
}

const countFiles = (userId: number) => app.db.$count(files, eq(files.userId, userId))

async function rowOf(id: number) {
  const [row] = await app.db.select().from(files).where(eq(files.id, id))
  return row
}

/** As its owner is shown it. */
const ownFile = (file: Awaited<ReturnType<typeof buildFile>>, userId: number) => ({
  id: file.id,
  fileName: file.fileName,
  fileSize: file.fileSize,
  fileType: 'application/pdf',
  status: file.status,
  uploadKey: file.uploadKey,
  userId,
  statusReason: null,
  createdAt: file.createdAt.toISOString(),
  uploadedAt: expect.stringMatching(/Z$/),
  statusAt: null,
  lastOpenedAt: null,
})

it('a document says when the team opened what it shows now; its owner’s own views do not count', async () => {
  const { user, agent } = await buildPartner()
  const { id, uploadKey, fileName } = await buildFile(app, { owner: user })
  const opened = async () => (await agent.get('/api/files').expect(200)).body[0].lastOpenedAt
  const address = `/uploads/${uploadKey}/${encodeURIComponent(fileName)}`
  await agent.get(address).expect(200)
  expect(await opened()).toBeNull()
  const { body } = await admin.post('/api/admin/generate-file-token').send({ uploadKey })
  await admin.get(`${address}?token=${body.token}`).expect(200)
  expect(Date.now() - Date.parse(await opened())).toBeLessThan(60_000)
  await reuploadFile(agent, id, samples.png()).expect(200)
  expect(await opened()).toBeNull()
})

describe('linking an upload', () => {
  it('makes it the partner’s own', async () => {
    const { user, agent } = await buildPartner()
    const file = await buildFile(app)
    const { body } = await agent.post(`/api/link-file/${file.uploadKey}`).expect(200)
    expect(body).toEqual(ownFile(file, user.id))
    await agent.get('/api/files').expect(200, [body])
  })

  it('works with the JSON header and no body, as browsers send it', async () => {
    const { agent } = await buildPartner()
    const { uploadKey } = await buildFile(app)
    await agent.post(`/api/link-file/${uploadKey}`).type('application/json').expect(200)
  })

  it('works once for an upload that someone else sent, since the key is what counts', async () => {
    const [first, second] = [await buildPartner(), await buildPartner()]
    const { uploadKey, id } = await buildFile(app)
    await first.agent.post(`/api/link-file/${uploadKey}`).expect(200)
    await first.agent.post(`/api/link-file/${uploadKey}`).expect(409, used)
    await second.agent.post(`/api/link-file/${uploadKey}`).expect(409, used)
    expect((await rowOf(id))?.userId).toBe(first.user.id)
  })

  it('is refused without a session and to the administrator', async () => {
    const { uploadKey, id } = await buildFile(app)
    await visit(app).post(`/api/link-file/${uploadKey}`).expect(401, pleaseLogIn)
    await admin.post(`/api/link-file/${uploadKey}`).expect(403, {
      message: 'The administrator can’t add documents.',
      code: 'forbidden',
    })
    expect(await rowOf(id)).toMatchObject({ userId: null, claimedAt: null })
  })

  it('finds no unknown, malformed or expired key, and no key of credentials', async () => {
    const { agent } = await buildPartner()
    const expired = await buildFile(app, { createdAt: new Date(Date.now() - 25 * 3_600_000) })
    const credential = await buildCredential(app)
    const keys = [unknownKey(), 'x', '..%2f..', "'--", expired.uploadKey, credential.uploadKey]
    for (const key of keys) {
      const { status, body } = await agent.post(`/api/link-file/${key}`)
      expect([key, status, body]).toEqual([key, 404, unknown])
    }
    await agent.post('/api/link-file/%00').expect(404, notFound)
  })

  it('stops at three files, also when eight come at the same time', async () => {
    const { user, agent } = await buildPartner()
    const uploads = await Promise.all(Array.from({ length: 8 }, () => buildFile(app)))
    const answers = await Promise.all(
      uploads.map(({ uploadKey }) => agent.post(`/api/link-file/${uploadKey}`)),
    )
    const statuses = ascending(answers.map(({ status }) => status))
    expect(statuses).toEqual([200, 200, 200, 409, 409, 409, 409, 409])
    expect(await countFiles(user.id)).toBe(3)
    const { uploadKey } = await buildFile(app)
    await agent.post(`/api/link-file/${uploadKey}`).expect(409, full)
    const other = await buildPartner()
    await other.agent.post(`/api/link-file/${uploadKey}`).expect(200)
  })

  it('of one upload by four partners at the same time makes one of them its owner', async () => {
    const { uploadKey } = await buildFile(app)
    const partners = await Promise.all(Array.from({ length: 4 }, buildPartner))
    const answers = await Promise.all(
      partners.map(({ agent }) => agent.post(`/api/link-file/${uploadKey}`)),
    )
    expect(ascending(answers.map(({ status }) => status))).toEqual([200, 409, 409, 409])
  })
})

describe('a partner’s files', () => {
  it('are none at first, then listed newest first, and no one else’s', async () => {
    const { user, agent } = await buildPartner()
    await agent.get('/api/files').expect(200, [])
    const older = await buildFile(app, { owner: user })
    await buildFile(app, { owner: await buildUser(app) })
    await buildFile(app)
    const newer = await buildFile(app, { owner: user, status: 'approved', statusReason: 'private' })
    const { body } = await agent.get('/api/files').expect(200)
    expect(body.map((file: { id: number }) => file.id)).toEqual([newer.id, older.id])
    expect(body[0]).toEqual(ownFile(newer, user.id))
  })

  it('say when the content that they show now was sent', async () => {
    const { user, agent } = await buildPartner()
    const { id } = await buildFile(app, { owner: user })
    const longAgo = new Date('2026-11-20T09:41:00Z')
    const sentAt = longAgo.toISOString()
    await app.db.update(files).set({ createdAt: longAgo }).where(eq(files.id, id))
    await app.db.update(fileVersions).set({ createdAt: longAgo }).where(eq(fileVersions.fileId, id))
    const show = async () => (await agent.get('/api/files').expect(200)).body[0]
    expect(await show()).toMatchObject({ createdAt: sentAt, uploadedAt: sentAt })

    const { body: sent } = await reuploadFile(agent, id, samples.jpeg())
    expect(await show()).toEqual(sent)
    expect(sent.createdAt).toBe(sentAt)
    expect(Date.parse(sent.uploadedAt)).toBeGreaterThan(longAgo.getTime())

    // The first content is back, without being uploaded again.
    await admin.post(`/api/admin/files/${id}/restore`).expect(200)
    expect((await show()).uploadedAt).toBe(sentAt)
  })

  it.each([
    ['rejected', 'The report is from 2024.', 'The report is from 2024.'],
    ['approved', 'Seen with Jo.', null],
  ])('once %s say of the reason %s: %s', async (status, reason, statusReason) => {
    const { user, agent } = await buildPartner()
    const { id } = await buildFile(app, { owner: user })
    await admin.patch(`/api/admin/files/${id}/status`).send({ status, reason }).expect(200)
    const { body } = await agent.get('/api/files').expect(200)
    expect(body).toMatchObject([{ status, statusReason }])
  })
})
