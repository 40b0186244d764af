import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { notFound } from '@tests/support/portal/answers'
import { reuploadFile } from '@tests/support/portal/documents'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn } from '@tests/support/portal/agents'
import { buildAdmin, buildFile, buildUser } from '@tests/support/portal/factories'
import { jobDone, withJobs } from '@tests/support/portal/with-jobs'
import { eventsOf } from '@tests/support/portal/audit-events'
import { samples } from '@tests/support/samples/samples'
import { files } from '../../db/schema/files'

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
