import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import type { Runner } from 'graphile-worker'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { logIn } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { startJobs } from '../../jobs'
import { fileVersions } from '../../db/schema/files'
import { verifyContents } from './verify-contents'

let app: TestApp
let jobs: Runner | null = null

beforeEach(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  await jobs?.stop()
  jobs = null
  await app.close()
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000)

/** A file that was stored and last checked so long ago. */
async function buildStored(storedAt: Date, checkedAt: Date | null = null) {
  const owner = await buildUser(app)
  const file = await buildFile(app, { owner })
  await app.db
    .update(fileVersions)
    .set({ createdAt: storedAt, checkedAt })
    .where(eq(fileVersions.fileId, file.id))
  return { ...file, owner, path: `/uploads/${file.uploadKey}/${file.fileName}` }
}

async function flipBit(folder: string, storageKey: string) {
  const path = join(folder, storageKey)
  const bytes = await readFile(path)
  bytes[100] = (bytes[100] ?? 0) ^ 1
  await writeFile(path, bytes)
}

const verify = (signal = new AbortController().signal) =>
  verifyContents({ ...app, days: 30, signal })

async function recentlyChecked() {
  const rows = await app.db.select().from(fileVersions).orderBy(asc(fileVersions.id))
  return rows
    .filter(({ checkedAt }) => checkedAt && checkedAt > hoursAgo(1))
    .map(({ fileId }) => fileId)
}

const damageLogged = () =>
  app
    .logs()
    .split('\n')
    .filter((line) => line.includes('a stored file is damaged'))
    .map((line) => JSON.parse(line))

it('reads what is nearly due, stored or checked so long ago, and nothing else', async () => {
  const due = await buildStored(hoursAgo(29 * 24))
  const again = await buildStored(hoursAgo(90 * 24), hoursAgo(28 * 24))
  await buildStored(hoursAgo(20 * 24))
  await buildStored(hoursAgo(90 * 24), hoursAgo(20 * 24))
  await verify()
  expect(await recentlyChecked()).toEqual([due.id, again.id])
  expect(damageLogged()).toEqual([])
})

it('stops when it is told to, and goes on where it was', async () => {
  const file = await buildStored(hoursAgo(40 * 24))
  await verify(AbortSignal.abort())
  expect(await recentlyChecked()).toEqual([])
  await verify()
  expect(await recentlyChecked()).toEqual([file.id])
})

it('finds damage before any reader does, and says where it is', async () => {
  const [content, copy, lost] = [
    await buildStored(hoursAgo(60 * 24)),
    await buildStored(hoursAgo(50 * 24)),
    await buildStored(hoursAgo(40 * 24)),
  ]
  await flipBit(app.uploadsDir, content.storageKey)
  await flipBit(app.env.backupDir, copy.storageKey)
  await rm(join(app.uploadsDir, lost.storageKey))
  await verify()
  expect(damageLogged()).toMatchObject([
    { level: 50, file: content.id, problem: 'the content is damaged: its checksum does not hold' },
    { level: 50, file: copy.id, problem: 'the backup copy is damaged: its checksum does not hold' },
    { level: 50, file: lost.id, problem: 'the content is missing' },
  ])
  const getStatus = async ({ owner, path }: typeof content) =>
    (await (await logIn(app, owner)).head(path)).status
  expect(await getStatus(content)).toBe(404)
  expect(await getStatus(copy)).toBe(200)
  expect(await getStatus(lost)).toBe(404)
})

it('looks at damaged ones again every day, and takes back what is whole after all', async () => {
  const file = await buildStored(hoursAgo(48), hoursAgo(25))
  const agent = await logIn(app, file.owner)
  const content = await app.storage.open(file.storageKey)
  await content?.close()
  const damagedFingerprint = content?.fingerprint ?? null
  await app.db.update(fileVersions).set({ damagedFingerprint })
  await agent.head(file.path).expect(404)
  await verify()
  await agent.head(file.path).expect(200)
  await agent.get(file.path).expect(200)
})

it('is a job of the portal', async () => {
  const file = await buildStored(hoursAgo(40 * 24))
  jobs = await startJobs(app)
  await app.pool.query("select graphile_worker.add_job('verify-contents')")
  await expect.poll(recentlyChecked, { timeout: 20_000 }).toEqual([file.id])
})
