import { eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { contentsRemoved } from '@tests/support/portal/contents-removed'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { addEarlierContents, listContents } from '@tests/support/portal/earlier-contents'
import { logIn, logInAdmin, type Agent } from '@tests/support/portal/agents'
import { buildFile, buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { samples } from '@tests/support/samples/samples'
import { auditEvents } from '../../db/schema/audit-events'
import { files, fileVersions } from '../../db/schema/files'
import { startJobs } from '../../jobs'

let user: BuiltUser
let owner: Agent

const app = await startSharedApp()
beforeEach(async () => {
  user = await buildUser(app)
  owner = await logIn(app, user)
})

const MB = 1024 ** 2
const reupload = (id: number, sample = samples.pdf()) =>
  owner.post(`/api/reupload/${id}`).attach('file', sample.bytes, sample.name).expect(200)

const idsOf = async (id: number) => (await listContents(app, id)).map((content) => content.id)

async function removalsOf(id: number) {
  const events = await app.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.object, `file:${id}`))
  return events.filter(({ action }) => action === 'file.contents-removed')
}

/** A document at its own limits: what it shows, and six earlier contents of 10 MB each. */
async function buildFull(approvedAt: Date | null = null) {
  const file = await buildFile(app, { owner: user })
  await app.db
    .update(fileVersions)
    .set({ fileSize: 10 * MB })
    .where(eq(fileVersions.fileId, file.id))
  const earlier = await addEarlierContents(app, file, Array<number>(6).fill(10 * MB), approvedAt)
  return { file, earlier }
}

const buildThree = async () =>
  [await buildFull(new Date()), await buildFull(), await buildFull()] as const

async function totalBytes(): Promise<number> {
  const { rows } = await app.pool.query(
    'select sum(v.file_size) total from file_versions v join files f on f.id = v.file_id where f.user_id = $1',
    [user.id],
  )
  return Number(rows[0].total)
}

describe('the documents of a person', () => {
  it('keep 200 MB in all: the oldest unapproved content of any of them goes first', async () => {
    const [first, second, third] = await buildThree()
    expect(await totalBytes()).toBe(210 * MB)
    const [shownBefore] = await idsOf(third.file.id)
    await reupload(third.file.id)
    expect(await totalBytes()).toBeLessThanOrEqual(200 * MB)
    // By the limit of a document; by that of a person nothing more has to go.
    expect(await idsOf(third.file.id)).not.toContain(shownBefore)
    expect((await idsOf(first.file.id)).slice(1)).toEqual(first.earlier)
    await addEarlierContents(app, second.file, [10 * MB])
    await reupload(third.file.id)
    expect(await totalBytes()).toBeLessThanOrEqual(200 * MB)
    const [, ...left] = second.earlier
    expect((await idsOf(second.file.id)).slice(1, -1)).toEqual(left)
    expect(await removalsOf(second.file.id)).toHaveLength(1)
    expect((await idsOf(first.file.id)).slice(1)).toEqual(first.earlier)
  })

  it('keep to it when one is linked that the administrator had replaced often', async () => {
    const [, , third] = await buildThree()
    await app.db.delete(files).where(eq(files.id, third.file.id))
    const unclaimed = await buildFile(app)
    await addEarlierContents(app, unclaimed, Array<number>(7).fill(10 * MB))
    await owner.post(`/api/link-file/${unclaimed.uploadKey}`).expect(200)
    expect(await totalBytes()).toBeLessThanOrEqual(200 * MB)
  })

  it('keep to it when two of them are replaced at once', async () => {
    const [first, second, third] = await buildThree()
    for (const { earlier } of [first, second]) {
      await app.db.delete(fileVersions).where(eq(fileVersions.id, earlier[0] ?? 0))
    }
    // One of them still fits beside what is there, two do not.
    await addEarlierContents(app, third.file, [8.5 * MB])
    expect(await totalBytes()).toBe(198.5 * MB)
    const { bytes } = samples.pdf({ size: MB })
    const lock = { statement: 'select 1 from users where id = $1 for no key update', id: user.id }
    await meetAtLock(app, lock, () =>
      Promise.all(
        [first, second].map(({ file }) =>
          owner.post(`/api/reupload/${file.id}`).attach('file', bytes, 'report.pdf').expect(200),
        ),
      ),
    )
    expect(await totalBytes()).toBeLessThanOrEqual(200 * MB)
    expect((await idsOf(third.file.id)).slice(1)).toHaveLength(7)
  })

  it('keep to it when one is replaced while another is restored', async () => {
    const [first, second, third] = await buildThree()
    const earlier = [first, second, third].flatMap((one) => one.earlier)
    await app.db.delete(fileVersions).where(inArray(fileVersions.id, earlier))
    await reupload(first.file.id, samples.pdf({ size: MB }))
    const version = (await idsOf(first.file.id)).at(-1)
    await reupload(first.file.id)
    // One of the two still fits beside what is there, both do not.
    await addEarlierContents(app, first.file, [...Array<number>(4).fill(10 * MB), 8.5 * MB])
    await addEarlierContents(app, second.file, Array<number>(5).fill(10 * MB))
    await addEarlierContents(app, third.file, [
      ...Array<number>(5).fill(10 * MB),
      9.5 * MB,
      9.5 * MB,
    ])
    const before = await totalBytes()
    expect([before + MB < 200 * MB, before + 2 * MB > 200 * MB]).toEqual([true, true])
    const admin = await logInAdmin(app)
    const lock = { statement: 'select 1 from users where id = $1 for no key update', id: user.id }
    await meetAtLock(app, lock, () =>
      Promise.all([
        reupload(second.file.id, samples.pdf({ size: MB })),
        admin.post(`/api/admin/files/${first.file.id}/restore`).send({ version }).expect(200),
      ]),
    )
    expect(await totalBytes()).toBeLessThanOrEqual(200 * MB)
  })

  it('show what they show, however much there is beside it', async () => {
    const [first, second, third] = await buildThree()
    const jobs = await startJobs(app)
    const removed = contentsRemoved(jobs)
    await reupload(first.file.id)
    await removed
    await jobs.stop()
    for (const { file } of [first, second, third]) {
      const [row] = await app.db.select().from(files).where(eq(files.id, file.id))
      const path = `/uploads/${file.uploadKey}/${row?.fileName}`
      await owner.get(path).expect(200)
    }
  })
})
