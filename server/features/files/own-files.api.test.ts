import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { logIn, visit } from '@tests/support/portal/agents'
import { notFound, ascending, pleaseLogIn } from '@tests/support/portal/answers'
import { eventsOf } from '@tests/support/portal/audit-events'
import { reuploadFile } from '@tests/support/portal/documents'
import { buildAdmin, buildFile, buildUser, buildCredential } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { jobDone, withJobs } from '@tests/support/portal/with-jobs'
import { unknownKey } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'
import { files, fileVersions } from '../../db/schema/files'

const app = await startSharedApp()

const account = await buildAdmin(app)

const admin = await logIn(app, account)

async function list(query: string): Promise<{ id: number; version: string }[]> {
  const { body } = await admin.get(`/api/admin/files?${query}`).expect(200)
  return body
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

const decide = (id: number, decision: object) =>
  admin.patch(`/api/admin/files/${id}/status`).send(decision)

/** What an owner sends in place of the first. */
const replacement = samples.png()

const search = async (text: string) => idsOf(await list(`search=${encodeURIComponent(text)}`))

describe('the list of files', () => {
  it('shows each with its owner, or with none', async () => {
    const owner = await buildUser(app, { phoneNumber: '+1 (720) 555-0111' })
    const file = await buildFile(app, { owner, status: 'rejected', statusReason: 'Blurred' })
    const orphan = await buildFile(app)
    const [second, first] = await list('limit=2')
    expect(first).toEqual({
      id: file.id,
      fileName: file.fileName,
      fileSize: file.fileSize,
      fileType: 'application/pdf',
      status: 'rejected',
      statusReason: 'Blurred',
      version: file.sha256,
      uploadKey: file.uploadKey,
      userId: owner.id,
      createdAt: file.createdAt.toISOString(),
      owner: {
        firstName: owner.firstName,
        lastName: owner.lastName,
        email: owner.email,
        phoneNumber: '+1 (720) 555-0111',
      },
    })
    expect(second).toMatchObject({ id: orphan.id, userId: null, owner: null })
  })

  it('finds by file name, and by the owner’s name, email and phone in any format', async () => {
    const owner = await buildUser(app, {
      firstName: 'Zénobie',
      lastName: 'Quillfeather',
      email: 'zq@finder.example',
      phoneNumber: '(719) 555-0177',
    })
    const { id } = await buildFile(app, { owner, fileName: 'Übersicht 100%_final.pdf' })
    const terms = [' quill  zén ', 'zq@finder', '+1 719 555 0177', 'übersicht quillfeather 0177']
    for (const term of terms) expect([term, await search(term)]).toEqual([term, [id]])
    expect(await search('quillfeather nobody')).toEqual([])
  })

  it('follows a change of the owner’s name and the owner’s deletion', async () => {
    const owner = await buildUser(app, { lastName: 'Beforehand' })
    const { id } = await buildFile(app, { owner })
    await app.pool.query("update users set last_name = 'Afterwards' where id = $1", [owner.id])
    expect(await search('beforehand')).toEqual([])
    expect(await search('afterwards')).toEqual([id])
    await admin.delete(`/api/admin/users/${owner.id}`).expect(200)
    expect(await search('afterwards')).toEqual([])
  })

  it('filters by status and by owner, together with a search', async () => {
    const owner = await buildUser(app, { lastName: 'Filtered' })
    const approved = await buildFile(app, { owner, status: 'approved' })
    const pending = await buildFile(app, { owner })
    expect(idsOf(await list(`userId=${owner.id}`))).toEqual([pending.id, approved.id])
    expect(idsOf(await list(`userId=${owner.id}&status=approved`))).toEqual([approved.id])
    expect(idsOf(await list('search=filtered&status=pending'))).toEqual([pending.id])
    expect(idsOf(await list('search=filtered&status=rejected'))).toEqual([])
  })
})

describe('a decision on a file', () => {
  it('sets any status from any other, with its reason', async () => {
    const file = await buildFile(app, { owner: await buildUser(app) })
    const statuses = ['approved', 'rejected', 'pending', 'rejected', 'approved', 'approved']
    for (const status of statuses) {
      const { body } = await decide(file.id, { status, reason: `Because ${status}` }).expect(200)
      expect(body).toMatchObject({ id: file.id, status, statusReason: `Because ${status}` })
    }
    const events = await eventsOf(app, `file:${file.id}`)
    const decisions = events.filter(({ action }) => action === 'file.status-changed')
    expect(decisions.map(({ details }) => details?.['status'])).toEqual(statuses)
    expect(new Set(decisions.map(({ actorId }) => actorId))).toEqual(new Set([account.id]))
  })
})

async function buildReplaced() {
  const owner = await buildUser(app)
  const { id } = await buildFile(app, { owner })
  const show = async () => (await list(`userId=${owner.id}`))[0]
  const seen = await show()
  await reuploadFile(await logIn(app, owner), id, replacement).expect(200)
  return { id, show, basedOnVersion: seen?.version }
}

describe('when the owner has sent another document since the list was read', () => {
  it('the new content cannot be approved unseen', async () => {
    const { id, show, basedOnVersion } = await buildReplaced()
    const decision = { status: 'approved', basedOn: 'pending' }
    await decide(id, { ...decision, basedOnVersion }).expect(409)
    const now = await show()
    expect(now).toMatchObject({ status: 'pending', fileName: replacement.name })
    await decide(id, { ...decision, basedOnVersion: now?.version }).expect(200)
  })

  it('a restore of the one that was seen does not undo the new one', async () => {
    const { id, show, basedOnVersion } = await buildReplaced()
    await admin.post(`/api/admin/files/${id}/restore`).send({ basedOnVersion }).expect(409)
    expect(await show()).toMatchObject({ fileName: replacement.name })
  })
})

describe('deleting a file', () => {
  it('removes the row right away and all its versions’ bytes soon after', async () => {
    const user = await buildUser(app)
    const file = await buildFile(app, { owner: user })
    const owner = await logIn(app, user)
    await reuploadFile(owner, file.id, replacement).expect(200)
    const ofFile = async () =>
      (await app.storedPaths()).filter((path) => path.includes(file.uploadKey))
    expect(await ofFile()).toHaveLength(4)

    await withJobs(app, async (jobs) => {
      const removed = jobDone(jobs, 'remove-contents')
      await admin.delete(`/api/admin/files/${file.id}`).expect(200, { message: 'File deleted' })
      await owner.get('/api/files').expect(200, [])
      await owner.get(`/uploads/${file.uploadKey}/${replacement.name}`).expect(404, notFound)
      await removed
    })
    expect(await ofFile()).toEqual([])
    expect(await app.db.$count(files, eq(files.id, file.id))).toBe(0)
  })

  it('makes room for another one under the three-file limit', async () => {
    const user = await buildUser(app)
    const owner = await logIn(app, user)
    const [first] = await Promise.all([1, 2, 3].map(() => buildFile(app, { owner: user })))
    const { uploadKey } = await buildFile(app)
    await owner.post(`/api/link-file/${uploadKey}`).expect(409)
    await admin.delete(`/api/admin/files/${first?.id}`).expect(200)
    await owner.post(`/api/link-file/${uploadKey}`).expect(200)
  })
})

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
    const newer = await buildFile(app, {
      owner: user,
      status: 'approved',
      statusReason: 'private',
    })
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
