import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { maxEarlierContents } from '@shared/files'
import { addEarlierContents, listContents } from '@tests/support/portal/earlier-contents'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { eventually } from '@tests/support/portal/eventually'
import { logIn, logInAdmin, type Agent } from '@tests/support/portal/agents'
import { buildFile, buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { samples } from '@tests/support/samples/samples'
import { auditEvents } from '../../db/schema/audit-events'
import { files } from '../../db/schema/files'
import { startJobs } from '../../jobs'
import { fsckOrphans } from './fsck/orphans'

let user: BuiltUser
let owner: Agent

const app = await startSharedApp()
const admin = await logInAdmin(app)
beforeEach(async () => {
  user = await buildUser(app)
  owner = await logIn(app, user)
})

const MB = 1024 ** 2
const replacement = (text: string) => samples.pdf({ text })
const reupload = (id: number, text = 'another', agent = owner) =>
  agent
    .post(`/api/reupload/${id}`)
    .attach('file', replacement(text).bytes, 'report.pdf')
    .expect(200)

const decide = (id: number, status: string) =>
  admin.patch(`/api/admin/files/${id}/status`).send({ status }).expect(200)

const versionsOf = (id: number) => listContents(app, id)
const idsOf = async (id: number) => (await versionsOf(id)).map((version) => version.id)

const removalsOf = async (id: number) => {
  const events = await app.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.object, `file:${id}`))
    .orderBy(asc(auditEvents.id))
  return events.filter(({ action }) => action === 'file.contents-removed')
}

describe('a document that is sent again and again', () => {
  it('keeps ten contents beside the one it shows; the bytes of the others go', async () => {
    const jobs = await startJobs(app)
    const file = await buildFile(app, { owner: user })
    for (let count = 0; count < 20; count += 1) await reupload(file.id, `content ${count}`)
    const versions = await versionsOf(file.id)
    expect(versions).toHaveLength(maxEarlierContents + 1)
    const [row] = await app.db.select().from(files).where(eq(files.id, file.id))
    expect(versions.at(-1)?.storageKey).toBe(row?.storageKey)
    await eventually(async () => {
      const paths = (await app.storedPaths()).filter((path) => path.includes(file.uploadKey))
      expect(paths.toSorted()).toEqual(
        versions.flatMap(({ storageKey }) => [storageKey, `.backups/${storageKey}`]).toSorted(),
      )
    })
    await jobs.stop()
    const problems: string[] = []
    await fsckOrphans({ ...app, report: (problem) => problems.push(problem) })
    expect(problems).toEqual([])
  })

  it('says in the trail which contents went, by whom, and how large they were', async () => {
    const file = await buildFile(app, { owner: user })
    const [first] = await idsOf(file.id)
    const earlier = await addEarlierContents(app, file, Array<number>(11).fill(5))
    await reupload(file.id)
    const gone = [first, ...earlier].slice(0, 2)
    expect(await removalsOf(file.id)).toMatchObject([
      {
        actorId: user.id,
        ip: '127.0.0.1',
        details: { versions: gone.join(', '), bytes: file.fileSize + 5 },
      },
    ])
    await reupload(file.id)
    expect(await removalsOf(file.id)).toHaveLength(2)
  })

  it('keeps 60 MB beside the content it shows', async () => {
    const file = await buildFile(app, { owner: user })
    const [first] = await idsOf(file.id)
    const earlier = await addEarlierContents(app, file, Array<number>(6).fill(10 * MB))
    await reupload(file.id)
    const kept = await idsOf(file.id)
    expect(kept).not.toContain(first)
    expect(kept.slice(0, -1)).toEqual(earlier)
  })

  it('keeps what was approved once the longest, and restores it', async () => {
    const file = await buildFile(app, { owner: user, sample: replacement('approved') })
    await decide(file.id, 'approved')
    await reupload(file.id, 'content 0')
    await decide(file.id, 'rejected')
    for (let count = 1; count <= 12; count += 1) await reupload(file.id, `content ${count}`)
    const versions = await versionsOf(file.id)
    expect(versions).toHaveLength(maxEarlierContents + 1)
    expect(versions[0]).toMatchObject({ sha256: file.sha256, approvedAt: expect.any(Date) })
    expect(versions.slice(1).map(({ approvedAt }) => approvedAt)).toEqual(
      Array.from({ length: maxEarlierContents }, () => null),
    )
    const intact = versions[0]
    for (const { storageKey, id } of versions) {
      if (id !== intact?.id) await app.storage.remove(storageKey)
    }
    const { body } = await admin.post(`/api/admin/files/${file.id}/restore`).expect(200)
    expect(body.version).toBe(file.sha256)
    const restored = await versionsOf(file.id)
    expect(restored).toHaveLength(maxEarlierContents + 1)
    expect(restored.at(-1)).toMatchObject({ reason: 'restore', approvedAt: intact?.approvedAt })
    expect(restored[0]?.id).toBe(intact?.id)
  })

  it('is bounded also when the administrator sends it, and when it is no one’s', async () => {
    for (const file of [await buildFile(app, { owner: user }), await buildFile(app)]) {
      await addEarlierContents(app, file, Array<number>(10).fill(10 * MB))
      await reupload(file.id, 'another', admin)
      const versions = await versionsOf(file.id)
      expect(versions).toHaveLength(7)
      expect(await removalsOf(file.id)).toHaveLength(1)
    }
  })

  it('loses nothing when the re-upload is refused', async () => {
    const file = await buildFile(app, { owner: user })
    await addEarlierContents(app, file, Array<number>(12).fill(1))
    const before = await versionsOf(file.id)
    await owner
      .post(`/api/reupload/${file.id}`)
      .attach('file', Buffer.from('no document'), 'report.pdf')
      .expect(415)
    expect(await versionsOf(file.id)).toEqual(before)
  })
})
