import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { contentsRemoved } from '@tests/support/portal/contents-removed'
import { notFound } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn } from '@tests/support/portal/agents'
import { buildAdmin, buildFile, buildUser } from '@tests/support/portal/factories'
import { samples } from '@tests/support/samples/samples'
import { auditEvents } from '../../db/schema/audit-events'
import { files } from '../../db/schema/files'
import { startJobs } from '../../jobs'

const app = await startSharedApp()
const account = await buildAdmin(app)
const admin = await logIn(app, account)

async function list(query: string): Promise<{ id: number }[]> {
  const { body } = await admin.get(`/api/admin/files?${query}`).expect(200)
  return body
}
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
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
    const terms = [
      'übersicht',
      'ÜBERSICHT',
      '100%_final',
      'zénobie',
      'quillFEATHER',
      ' quill  zén ',
      'zq@finder',
      '(719) 555-0177',
      '719.555.0177',
      '7195550177',
      '+1 719 555 0177',
      '555-0177',
      'übersicht quillfeather 0177',
    ]
    for (const term of terms) expect([term, await search(term)]).toEqual([term, [id]])
    for (const term of ['100_%', 'quillfeather nobody', '%%%', '___', String.raw`\\`])
      expect([term, await search(term)]).toEqual([term, []])
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
      const { body } = await admin
        .patch(`/api/admin/files/${file.id}/status`)
        .send({ status, reason: `Because ${status}` })
        .expect(200)
      expect(body).toMatchObject({ id: file.id, status, statusReason: `Because ${status}` })
    }
    const events = await app.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.object, `file:${file.id}`))
    const decisions = events.filter(({ action }) => action === 'file.status-changed')
    expect(decisions.map(({ details }) => details?.['status'])).toEqual(statuses)
    expect(new Set(decisions.map(({ actorId }) => actorId))).toEqual(new Set([account.id]))
  })

  it('based on what has changed meanwhile is a 409', async () => {
    const { id } = await buildFile(app, { status: 'approved' })
    const decide = (body: object) => admin.patch(`/api/admin/files/${id}/status`).send(body)
    await decide({ status: 'rejected', basedOn: 'pending' }).expect(409, {
      message: 'The status was changed to approved in the meantime. Please look again.',
      code: 'conflict',
    })
    await decide({ status: 'rejected', basedOn: 'approved' }).expect(200)
    await decide({ status: 'pending' }).expect(200)
  })
})

describe('deleting a file', () => {
  it('removes the row at once and all its versions’ bytes soon after', async () => {
    const jobs = await startJobs(app)
    const user = await buildUser(app)
    const file = await buildFile(app, { owner: user })
    const owner = await logIn(app, user)
    await owner
      .post(`/api/reupload/${file.id}`)
      .attach('file', samples.pdf({ text: 'Second' }).bytes, 'b.pdf')
      .expect(200)
    const ofFile = async () =>
      (await app.storedPaths()).filter((path) => path.includes(file.uploadKey))
    expect(await ofFile()).toHaveLength(4)

    const removed = contentsRemoved(jobs)
    await admin.delete(`/api/admin/files/${file.id}`).expect(200, { message: 'File deleted' })
    await owner.get('/api/files').expect(200, [])
    await owner.get(`/uploads/${file.uploadKey}/b.pdf`).expect(404, notFound)
    await removed
    expect(await ofFile()).toEqual([])
    await jobs.stop()
    expect(await app.db.select().from(files).where(eq(files.id, file.id))).toEqual([])
  })

  it('twice is a 404 the second time', async () => {
    const { id } = await buildFile(app)
    await admin.delete(`/api/admin/files/${id}`).expect(200)
    await admin.delete(`/api/admin/files/${id}`).expect(404, notFound)
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
