import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { maxEarlierContents } from '@shared/files'
import { logIn, logInAdmin, type Agent } from '@tests/support/portal/agents'
import { ascending } from '@tests/support/portal/answers'
import { startTestApp } from '@tests/support/portal/app'
import { eventsOf } from '@tests/support/portal/audit-events'
import { downloadFile, reuploadFile } from '@tests/support/portal/documents'
import { eventually } from '@tests/support/portal/eventually'
import {
  buildCredential,
  buildFile,
  buildUser,
  addEarlierContents,
  listContents,
  type BuiltUser,
} from '@tests/support/portal/factories'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { sendBeside } from '@tests/support/portal/send-beside'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { jobDone, withJobs } from '@tests/support/portal/with-jobs'
import { unknownKey } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'
import { createCtx } from '../../ctx'
import { files, fileVersions } from '../../db/schema/files'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { portalItself } from '../audit/record-event'
import { removeUnclaimedCredentials } from '../credentials/queries'
import { removeUnclaimedFiles, sweepStorage } from './delete-file'
import { findStrays } from './fsck'

const app = await startSharedApp()

const admin = await logInAdmin(app)

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)

async function place(path: string, changedAt: Date): Promise<void> {
  const full = join(app.uploadsDir, path)
  await mkdir(dirname(full), { recursive: true })
  await writeFile(full, 'x')
  await utimes(full, changedAt, changedAt)
}

describe('what is cleared away', () => {
  beforeEach(async () => {
    await app.db.delete(files)
    for (const path of await app.storedPaths()) await rm(join(app.uploadsDir, path))
  })

  describe('the daily clean-up', () => {
    it('removes unclaimed files of 30 days, and nothing that anyone claimed', async () => {
      const old = daysAgo(31)
      const forgotten = await buildFile(app, { createdAt: old })
      const claimed = await buildFile(app, { createdAt: old, owner: await buildUser(app) })
      const orphaned = await buildFile(app, { createdAt: old, claimedAt: old })
      const recent = await buildFile(app, { createdAt: daysAgo(29) })
      await removeUnclaimedFiles(createCtx(app, portalItself), 30 * 24)
      const left = await app.db.select().from(files)
      expect(ascending(left.map(({ id }) => id))).toEqual([claimed.id, orphaned.id, recent.id])
      const { rows } = await app.pool.query(
        'select payload from graphile_worker._private_jobs where payload::text like $1',
        [`%${forgotten.storageKey}%`],
      )
      expect(rows).toHaveLength(1)
    })

    it('leaves a file to the claim that is made at this moment', async () => {
      const { id } = await buildFile(app, { createdAt: daysAgo(31) })
      const owner = await buildUser(app)
      await sendBeside(
        app,
        (tx) =>
          tx.update(files).set({ userId: owner.id, claimedAt: new Date() }).where(eq(files.id, id)),
        () => removeUnclaimedFiles(createCtx(app, portalItself), 30 * 24),
      )
      expect(await app.db.$count(files, eq(files.id, id))).toBe(1)
    })

    it('removes unclaimed credentials of 30 days alike', async () => {
      await buildCredential(app, { createdAt: daysAgo(31) })
      const owner = await buildUser(app)
      const claimed = await buildCredential(app, { createdAt: daysAgo(31), owner })
      const recent = await buildCredential(app, { createdAt: daysAgo(29) })
      await removeUnclaimedCredentials(app.db, 30)
      const left = await app.db.select().from(monitoringCredentials)
      expect(ascending(left.map(({ id }) => id))).toEqual([claimed.id, recent.id])
    })

    it('clears away uploads that were killed an hour ago, and leaves contents without a row', async () => {
      const file = await buildFile(app)
      const stray = `${unknownKey()}/old.pdf`
      await place('.tmp/old', daysAgo(1))
      await place('.tmp/new', new Date())
      await place(stray, daysAgo(40))
      await sweepStorage(app.db, app.storage, app.logger)
      expect(await app.storedPaths()).toEqual(
        [`.backups/${file.storageKey}`, '.tmp/new', file.storageKey, stray].toSorted(),
      )
      expect(app.logs()).toContain(
        '"what":"uploads that never arrived","count":1,"msg":"removed 1"',
      )
      const before = app.logs()
      await sweepStorage(app.db, app.storage, app.logger)
      expect(app.logs()).toBe(before)
    })

    it('destroys nothing when the portal runs on a wrong database', async () => {
      await buildFile(app)
      for (const path of await app.storedPaths())
        await utimes(join(app.uploadsDir, path), daysAgo(40), daysAgo(40))
      const before = await app.storedPaths()
      const wrong = await startTestApp()
      await sweepStorage(wrong.db, app.storage, app.logger)
      await wrong.close()
      expect(await app.storedPaths()).toEqual(before)
    })
  })
})

let user: BuiltUser

let owner: Agent

const MB = 1024 ** 2

const tens = (count: number) => Array<number>(count).fill(10 * MB)

const build = () => buildFile(app, { owner: user })

const replace = (id: number, sample = samples.png(), agent = owner) =>
  reuploadFile(agent, id, sample).expect(200)

/** With contents that differ. */
async function replaceOften(id: number, times: number) {
  for (let count = 0; count < times; count += 1) {
    await replace(id, samples.png({ text: `content ${count}` }))
  }
}

const decide = (id: number, status: string) =>
  admin.patch(`/api/admin/files/${id}/status`).send({ status }).expect(200)

const idsOf = async (id: number) => (await listContents(app, id)).map((content) => content.id)

/** Of what it showed before. */
const earlierIds = async (id: number) => (await idsOf(id)).slice(0, -1)

const removalsOf = async (id: number) => {
  const events = await eventsOf(app, `file:${id}`)
  return events.filter(({ action }) => action === 'file.contents-removed')
}

const megabyte = samples.png({ size: MB })

const personLock = () => ({
  statement: 'select 1 from users where id = $1 for no key update',
  id: user.id,
})

/** At its own limits: what it shows, and six earlier contents of 10 MB each. */
async function buildFull(approvedAt: Date | null = null) {
  const file = await build()
  await app.db
    .update(fileVersions)
    .set({ fileSize: 10 * MB })
    .where(eq(fileVersions.fileId, file.id))
  const earlier = await addEarlierContents(app, file, tens(6), approvedAt)
  return { file, earlier }
}

const buildThree = async () =>
  [await buildFull(new Date()), await buildFull(), await buildFull()] as const

async function totalBytes(): Promise<number> {
  const { rows } = await app.pool.query(
    `select sum(v.file_size) total from file_versions v join files f on f.id = v.file_id
   where f.user_id = $1`,
    [user.id],
  )
  return Number(rows[0].total)
}

const expectBounded = async () => expect(await totalBytes()).toBeLessThanOrEqual(200 * MB)

describe('what is kept of a document', () => {
  beforeEach(async () => {
    user = await buildUser(app)
    owner = await logIn(app, user)
  })

  describe('a document that is sent again and again', () => {
    it('keeps ten contents in addition to the current one; the bytes of the others go', async () => {
      const file = await build()
      await withJobs(app, async () => {
        await replaceOften(file.id, 12)
        const versions = await listContents(app, file.id)
        expect(versions).toHaveLength(maxEarlierContents + 1)
        const [row] = await app.db.select().from(files).where(eq(files.id, file.id))
        expect(versions.at(-1)?.storageKey).toBe(row?.storageKey)
        await eventually(async () => {
          const paths = (await app.storedPaths()).filter((path) => path.includes(file.uploadKey))
          expect(paths.toSorted()).toEqual(
            versions.flatMap(({ storageKey }) => [storageKey, `.backups/${storageKey}`]).toSorted(),
          )
        })
      })
      expect((await findStrays(app)).strays).toEqual([])
    })

    it('says in the trail which contents were removed, by which actor, and how large they were', async () => {
      const file = await build()
      const [first] = await idsOf(file.id)
      const earlier = await addEarlierContents(app, file, Array<number>(11).fill(5))
      await replace(file.id)
      const gone = [first, ...earlier].slice(0, 2)
      expect(await removalsOf(file.id)).toMatchObject([
        {
          actorId: user.id,
          ip: '127.0.0.1',
          details: { versions: gone.join(', '), bytes: file.fileSize + 5 },
        },
      ])
      await replace(file.id)
      expect(await removalsOf(file.id)).toHaveLength(2)
    })

    it('keeps 60 MB in addition to the current content', async () => {
      const file = await build()
      const earlier = await addEarlierContents(app, file, tens(6))
      await replace(file.id)
      expect(await earlierIds(file.id)).toEqual(earlier)
    })

    it('keeps what was approved once the longest, and restores it', async () => {
      const file = await build()
      await decide(file.id, 'approved')
      await replace(file.id)
      await decide(file.id, 'rejected')
      await replaceOften(file.id, 10)
      const versions = await listContents(app, file.id)
      expect(versions).toHaveLength(maxEarlierContents + 1)
      const [intact, ...others] = versions
      expect(intact).toMatchObject({ sha256: file.sha256, approvedAt: expect.any(Date) })
      expect(others.every(({ approvedAt }) => approvedAt === null)).toBe(true)
      for (const { storageKey } of others) await app.storage.remove(storageKey)
      const { body } = await admin.post(`/api/admin/files/${file.id}/restore`).expect(200)
      expect(body.version).toBe(file.sha256)
      const restored = await listContents(app, file.id)
      expect(restored).toHaveLength(maxEarlierContents + 1)
      expect(restored.at(-1)).toMatchObject({ reason: 'restore', approvedAt: intact?.approvedAt })
      expect(restored[0]?.id).toBe(intact?.id)
    })

    it('is bounded also when the administrator sends it, and when it is no one’s', async () => {
      for (const file of [await build(), await buildFile(app)]) {
        await addEarlierContents(app, file, tens(10))
        await replace(file.id, samples.png(), admin)
        expect(await idsOf(file.id)).toHaveLength(7)
        expect(await removalsOf(file.id)).toHaveLength(1)
      }
    })

    it('loses nothing when the re-upload is refused', async () => {
      const file = await build()
      await addEarlierContents(app, file, Array<number>(12).fill(1))
      const before = await listContents(app, file.id)
      const refused = { ...samples.pdf(), bytes: Buffer.from('no document') }
      await reuploadFile(owner, file.id, refused).expect(415)
      expect(await listContents(app, file.id)).toEqual(before)
    })
  })

  describe('the documents of a person', () => {
    it('keep 200 MB in all: the oldest unapproved content of any of them goes first', async () => {
      const [first, second, third] = await buildThree()
      expect(await totalBytes()).toBe(210 * MB)
      const [shownBefore] = await idsOf(third.file.id)
      await replace(third.file.id)
      await expectBounded()
      // By the limit of a document; by that of a person nothing more has to go.
      expect(await idsOf(third.file.id)).not.toContain(shownBefore)
      expect((await idsOf(first.file.id)).slice(1)).toEqual(first.earlier)
      await addEarlierContents(app, second.file, tens(1))
      await replace(third.file.id)
      await expectBounded()
      const [, ...left] = second.earlier
      expect((await idsOf(second.file.id)).slice(1, -1)).toEqual(left)
      expect(await removalsOf(second.file.id)).toHaveLength(1)
      expect((await idsOf(first.file.id)).slice(1)).toEqual(first.earlier)
    })

    it('keep to it when one is linked that the administrator had replaced often', async () => {
      const [, , third] = await buildThree()
      await app.db.delete(files).where(eq(files.id, third.file.id))
      const unclaimed = await buildFile(app)
      await addEarlierContents(app, unclaimed, tens(7))
      await owner.post(`/api/link-file/${unclaimed.uploadKey}`).expect(200)
      await expectBounded()
    })

    it('keep to it when two of them are replaced at the same time', async () => {
      const [first, second, third] = await buildThree()
      const [oldest, next] = [first.earlier[0] ?? 0, second.earlier[0] ?? 0]
      await app.db.delete(fileVersions).where(inArray(fileVersions.id, [oldest, next]))
      // One of them still fits, two do not.
      await addEarlierContents(app, third.file, [8.5 * MB])
      expect(await totalBytes()).toBe(198.5 * MB)
      await meetAtLock(app, personLock(), () =>
        Promise.all([first, second].map(({ file }) => replace(file.id, megabyte))),
      )
      await expectBounded()
      expect((await idsOf(third.file.id)).slice(1)).toHaveLength(7)
    })

    it('keep to it when one is replaced while another is restored', async () => {
      const [first, second, third] = await buildThree()
      const earlier = [first, second, third].flatMap((one) => one.earlier)
      await app.db.delete(fileVersions).where(inArray(fileVersions.id, earlier))
      await replace(first.file.id, megabyte)
      const version = (await idsOf(first.file.id)).at(-1)
      await replace(first.file.id)
      // One of the two still fits, both do not.
      await addEarlierContents(app, first.file, [...tens(4), 8.5 * MB])
      await addEarlierContents(app, second.file, tens(5))
      await addEarlierContents(app, third.file, [...tens(5), 9.5 * MB, 9.5 * MB])
      const before = await totalBytes()
      expect([before + MB < 200 * MB, before + 2 * MB > 200 * MB]).toEqual([true, true])
      await meetAtLock(app, personLock(), () =>
        Promise.all([
          replace(second.file.id, megabyte),
          admin.post(`/api/admin/files/${first.file.id}/restore`).send({ version }).expect(200),
        ]),
      )
      await expectBounded()
    })

    it('show the same, however many others there are', async () => {
      const three = await buildThree()
      await withJobs(app, async (jobs) => {
        const removed = jobDone(jobs, 'remove-contents')
        await replace(three[0].file.id)
        await removed
      })
      for (const { file } of three) {
        const [row] = await app.db.select().from(files).where(eq(files.id, file.id))
        expect(await downloadFile(owner, row ?? file)).toHaveLength(row?.fileSize ?? 0)
      }
    })
  })
})
