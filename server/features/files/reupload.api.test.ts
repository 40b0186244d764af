import { asc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { notFound, pleaseLogIn } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, logInAdmin, visit, type Agent } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { samples } from '@tests/support/samples/samples'
import { auditEvents } from '../../db/schema/audit-events'
import { files, fileVersions } from '../../db/schema/files'

const app = await startSharedApp()
const user = await buildUser(app)
const owner = await logIn(app, user)
const admin = await logInAdmin(app)

const replacement = { ...samples.png({ text: 'the new one' }), name: 'Новый отчёт.png' }

const reupload = (agent: Agent, id: number, sample = replacement) =>
  agent.post(`/api/reupload/${id}`).attach('file', sample.bytes, sample.name)

const read = (agent: Agent, file: { uploadKey: string; fileName: string }) =>
  agent.get(`/uploads/${file.uploadKey}/${encodeURIComponent(file.fileName)}`).responseType('blob')

describe('re-uploading', () => {
  it('puts the new content, name, size and type under the same key, to be reviewed again', async () => {
    const before = await buildFile(app, {
      owner: user,
      status: 'rejected',
      statusReason: 'Too blurred',
      statusAt: new Date(),
    })
    const { body } = await reupload(owner, before.id).expect(200)
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
    })
    const { body: bytes } = await read(owner, body).expect(200)
    expect(replacement.bytes.equals(bytes)).toBe(true)
    await read(owner, before).expect(404)
    const [row] = await app.db.select().from(files).where(eq(files.id, before.id))
    expect(row).toMatchObject({ statusReason: null, statusAt: null })
  })

  it('keeps the earlier content as a version, with its bytes', async () => {
    const before = await buildFile(app, { owner: user })
    await reupload(owner, before.id).expect(200)
    const versions = await app.db
      .select()
      .from(fileVersions)
      .where(eq(fileVersions.fileId, before.id))
      .orderBy(asc(fileVersions.id))
    expect(versions).toMatchObject([
      { reason: 'upload', storageKey: before.storageKey, sha256: before.sha256 },
      { reason: 're-upload', createdBy: user.id, fileName: replacement.name },
    ])
    const paths = await app.storedPaths()
    for (const { storageKey } of versions) {
      expect(paths).toContain(storageKey)
      expect(paths).toContain(`.backups/${storageKey}`)
    }
  })

  it('is recorded with who did it', async () => {
    const { id } = await buildFile(app, { owner: user })
    await reupload(owner, id).expect(200)
    const events = await app.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.object, `file:${id}`))
    expect(events).toContainEqual(
      expect.objectContaining({ action: 'file.replaced', actorId: user.id, ip: '127.0.0.1' }),
    )
  })

  it('works for the administrator, with anyone’s file and with no one’s', async () => {
    for (const file of [await buildFile(app, { owner: user }), await buildFile(app)]) {
      const { body } = await reupload(admin, file.id).expect(200)
      expect(body).toMatchObject({ uploadKey: file.uploadKey, userId: file.userId })
    }
  })

  it('of someone else’s or no one’s file is a 404 that changes nothing', async () => {
    const stranger = await logIn(app, await buildUser(app))
    for (const file of [await buildFile(app, { owner: user }), await buildFile(app)]) {
      const before = await app.storedPaths()
      await reupload(stranger, file.id).expect(404, notFound)
      const [row] = await app.db.select().from(files).where(eq(files.id, file.id))
      expect(row).toEqual(file)
      expect(await app.storedPaths()).toEqual(before)
    }
  })

  it('without a session is a 401', async () => {
    const { id } = await buildFile(app, { owner: user })
    await reupload(visit(app), id).expect(401, pleaseLogIn)
  })

  it('of one file four times at once leaves one of them, whole, and all as versions', async () => {
    const file = await buildFile(app, { owner: user })
    const four = ['one', 'two', 'three', 'four'].map((text) => samples.pdf({ text }))
    const answers = await Promise.all(four.map((sample) => reupload(owner, file.id, sample)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { body } = await read(owner, file).expect(200)
    expect(four.filter(({ bytes }) => bytes.equals(body))).toHaveLength(1)
    const versions = await app.db
      .select()
      .from(fileVersions)
      .where(eq(fileVersions.fileId, file.id))
    expect(versions).toHaveLength(5)
  })
})
