import { readdirSync, readlinkSync } from 'node:fs'
import { mkdir, readFile, rename, rm, rmdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { flipBit } from '@tests/support/portal/stored-files'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, logInAdmin } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { jobDone, withJobs } from '@tests/support/portal/with-jobs'
import { samples } from '@tests/support/samples/samples'
import { files as filesTable, fileVersions } from '../../db/schema/files'
import { noteDamage } from './queries'
import { countMissing, findMissing } from './missing-contents'
import { verifyContents } from './verify-contents'

const app = await startSharedApp()

/** A document with its owner's session. */
async function buildReadable(sample = samples.pdf()) {
  const owner = await buildUser(app)
  const file = await buildFile(app, { owner, sample })
  const path = `/uploads/${file.uploadKey}/${file.fileName}`
  return { ...file, path, agent: await logIn(app, owner) }
}

const damage = (storageKey: string, folder = app.uploadsDir) => flipBit(join(folder, storageKey))
const pathOf = (storageKey: string) => join(app.uploadsDir, storageKey)

const noOpenDescriptors = (uploadKey: string) =>
  expect
    .poll(() =>
      readdirSync('/proc/self/fd').filter((descriptor) => {
        try {
          return readlinkSync(`/proc/self/fd/${descriptor}`).includes(uploadKey)
        } catch {
          return false
        }
      }),
    )
    .toEqual([])

const damageLogged = () =>
  app
    .logs()
    .split('\n')
    .filter((line) => line.includes('a stored file is damaged'))
    .map((line) => JSON.parse(line))

/** Of files and connections, by all of this process. */
async function countBytesRead(call: () => Promise<unknown>): Promise<number> {
  const before = await bytesReadSoFar()
  await call()
  return (await bytesReadSoFar()) - before
}

async function bytesReadSoFar(): Promise<number> {
  return Number(/rchar: (\d+)/.exec(await readFile('/proc/self/io', 'utf8'))?.[1])
}

describe('a stored file', () => {
  it.each([100, 0])('cut to %i bytes is missing, and never served', async (size) => {
    const { storageKey, uploadKey, path, agent } = await buildReadable()
    await truncate(join(app.uploadsDir, storageKey), size)
    const answer = await agent.get(path).expect(404)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['content-disposition']).toBeUndefined()
    await noOpenDescriptors(uploadKey)
  })

  it('with one changed bit is missing, no part of it is served, and its damage is remembered', async () => {
    const { storageKey, uploadKey, path, agent } = await buildReadable()
    await damage(storageKey)
    await agent.get(path).set('Range', 'bytes=200-300').expect(404)
    await agent.head(path).expect(404)
    const before = damageLogged().length
    const answer = await agent.get(path).expect(404)
    expect(damageLogged()).toHaveLength(before + 1)
    expect(answer.body.message).toBe('The original file was not found on the server.')
    expect(answer.headers).not.toHaveProperty('etag')
    await noOpenDescriptors(uploadKey)
  })

  it('is known as damaged to every process, to those as well that only ask for it', async () => {
    const { storageKey, path, agent } = await buildReadable()
    await agent.get(path).expect(200)
    await noteDamage(app.db, storageKey, true)
    await agent.head(path).expect(404)
  })

  it('is not known as damaged while it is missing or can’t be read: it may be whole', async () => {
    const { storageKey, path, agent } = await buildReadable()
    await rename(pathOf(storageKey), `${pathOf(storageKey)}.away`)
    await agent.get(path).expect(404)
    await mkdir(pathOf(storageKey))
    await agent.get(path).expect(404)
    await rmdir(pathOf(storageKey))
    await rename(`${pathOf(storageKey)}.away`, pathOf(storageKey))
    await agent.head(path).expect(200)
  })

  it('is read again by everyone who opens it, and counts as whole once it is', async () => {
    const { storageKey, path, agent } = await buildReadable()
    await damage(storageKey)
    await agent.get(path).expect(404)
    await damage(storageKey)
    await agent.get(path).expect(200)
    await agent.head(path).expect(200)
  })

  it('is not read for HEAD, and read once for each reader', async () => {
    const { fileSize, path, agent } = await buildReadable(samples.pdf({ size: 5_000_000 }))
    expect(await countBytesRead(() => agent.head(path).expect(200))).toBeLessThan(1_000_000)
    // The bytes from the disk, those that are sent, and the same ones as this test receives them.
    const read = await countBytesRead(() => agent.get(path).expect(200))
    expect(read).toBeGreaterThan(2 * fileSize)
    expect(read).toBeLessThan(3.5 * fileSize)
  })
})

describe('what fails in the database', () => {
  it('a file that cannot be recorded as opened is not opened, and its descriptor is closed', async () => {
    const agent = await logInAdmin(app)
    const { uploadKey, fileName } = await buildFile(app)
    const asked = agent.post('/api/admin/generate-file-token').send({ uploadKey })
    const { body } = await asked.expect(200)
    await app.asOwner('alter table audit_events rename to audit_events_away')
    try {
      await agent.get(`/uploads/${uploadKey}/${fileName}?token=${body.token}`).expect(500)
    } finally {
      await app.asOwner('alter table audit_events_away rename to audit_events')
    }
    await noOpenDescriptors(uploadKey)
  })

  it('a re-upload that it cannot take leaves no temporary', async () => {
    const { id, agent } = await buildReadable()
    const { bytes, name } = samples.pdf()
    await app.asOwner('alter table files rename to files_away')
    try {
      await agent.post(`/api/reupload/${id}`).attach('file', bytes, name).expect(500)
    } finally {
      await app.asOwner('alter table files_away rename to files')
    }
    expect((await app.storedPaths()).filter((path) => path.startsWith('.tmp'))).toEqual([])
  })
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000)

/** Stored, and last checked, so many hours ago. */
async function buildStored(hours: number, checkedHours?: number) {
  const file = await buildReadable()
  const checkedAt = checkedHours === undefined ? null : hoursAgo(checkedHours)
  await app.db
    .update(fileVersions)
    .set({ createdAt: hoursAgo(hours), checkedAt })
    .where(eq(fileVersions.fileId, file.id))
  return file
}

const verify = (signal = new AbortController().signal) =>
  verifyContents({ ...app, days: 30, signal })

async function checkedOf(...files: { id: number }[]): Promise<number[]> {
  const ids = files.map(({ id }) => id)
  const rows = await app.db
    .select({ id: fileVersions.fileId })
    .from(fileVersions)
    .where(and(inArray(fileVersions.fileId, ids), gt(fileVersions.checkedAt, hoursAgo(1))))
    .orderBy(asc(fileVersions.id))
  return rows.map(({ id }) => id)
}

describe('documents that were removed while the portal runs', () => {
  it('are told by the log and a number at the first reader, and by readiness when they are several', async () => {
    await app.db.delete(filesTable)
    const files = await Promise.all(Array.from({ length: 4 }, () => buildReadable()))
    const [first, ...others] = files
    if (!first) throw new Error('They were not stored.')
    for (const { storageKey } of files) await rm(pathOf(storageKey))
    expect(await countMissing(app)).toBe(0)
    await first.agent.get(first.path).expect(404)
    await first.agent.get(first.path).expect(404)
    const lines = app.logs().split('\n')
    const said = lines.filter((line) => line.includes(`"file":${first.id},"msg":"a stored file is`))
    expect(said.map((line) => JSON.parse(line))).toMatchObject([{ level: 50, file: first.id }])
    expect(await countMissing(app)).toBe(1)
    for (const { agent, path } of others) await agent.head(path).expect(404)
    expect(await findMissing(app)).toEqual([expect.stringMatching(/^\d documents are missing/)])
    await app.storage.repair(first.storageKey, 'content')
    await app.db.delete(fileVersions).where(eq(fileVersions.fileId, others[0]?.id ?? 0))
    expect(await countMissing(app)).toBe(2)
    expect(await findMissing(app)).toEqual([])
  })

  it('are no mistake when they were infected', async () => {
    const { id, storageKey, path, agent } = await buildReadable()
    await rm(pathOf(storageKey))
    await app.db.update(filesTable).set({ quarantine: 'infected' }).where(eq(filesTable.id, id))
    const before = await countMissing(app)
    await agent.get(path).expect(404)
    expect(await countMissing(app)).toBe(before)
  })
})

describe('the regular check of what is stored', () => {
  it('reads what is nearly due, stored or checked so long ago, and nothing else', async () => {
    const due = await buildStored(29 * 24)
    const again = await buildStored(90 * 24, 28 * 24)
    const others = [await buildStored(20 * 24), await buildStored(90 * 24, 20 * 24)]
    const logged = damageLogged()
    await verify()
    expect(await checkedOf(due, again, ...others)).toEqual([due.id, again.id])
    expect(damageLogged()).toEqual(logged)
  })

  it('stops when it is told to, and goes on where it was', async () => {
    const file = await buildStored(40 * 24)
    await verify(AbortSignal.abort())
    expect(await checkedOf(file)).toEqual([])
    await verify()
    expect(await checkedOf(file)).toEqual([file.id])
  })

  it('finds damage before any reader does, and says where it is', async () => {
    const days = [60, 50, 40].map((count) => 24 * count)
    const [content, copy, lost] = await Promise.all(days.map((hours) => buildStored(hours)))
    if (!content || !copy || !lost) throw new Error('They were not stored.')
    await damage(content.storageKey)
    await damage(copy.storageKey, app.env.backupDir)
    await rm(join(app.uploadsDir, lost.storageKey))
    const logged = damageLogged().length
    await verify()
    const broken = 'is damaged: its checksum does not hold'
    expect(damageLogged().slice(logged)).toMatchObject([
      { level: 50, file: content.id, problem: `the content ${broken}` },
      { level: 50, file: copy.id, problem: `the backup copy ${broken}` },
      { level: 50, file: lost.id, problem: 'the content is missing' },
    ])
    await content.agent.head(content.path).expect(404)
    await copy.agent.head(copy.path).expect(200)
    await lost.agent.head(lost.path).expect(404)
  })

  it('looks at damaged ones again every day, and takes back what is whole after all', async () => {
    const file = await buildStored(48, 25)
    await noteDamage(app.db, file.storageKey, true)
    await file.agent.head(file.path).expect(404)
    await verify()
    await file.agent.head(file.path).expect(200)
    await file.agent.get(file.path).expect(200)
  })

  it('is a job of the portal', async () => {
    const file = await buildStored(40 * 24)
    await withJobs(app, async (jobs) => {
      const done = jobDone(jobs, 'verify-contents')
      await app.pool.query("select graphile_worker.add_job('verify-contents')")
      await done
    })
    expect(await checkedOf(file)).toEqual([file.id])
  })
})
