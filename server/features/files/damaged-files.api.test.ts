import { readdirSync, readlinkSync } from 'node:fs'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app'
import {
  buildAdmin,
  buildFile,
  buildUser,
  logIn,
  unknownKey,
} from '../../../tests/support/factories'
import { samples } from '../../../tests/support/samples'
import { files } from '../../db/schema/files'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const openDescriptors = (uploadKey: string) =>
  readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).includes(uploadKey)
    } catch {
      return false
    }
  }).length

it.each([100, 0])('a stored file cut to %i bytes is missing, and never served', async (size) => {
  const owner = await buildUser(app)
  const file = await buildFile(app, { owner })
  const agent = await logIn(app, owner)
  await truncate(join(app.uploadsDir, file.storageKey), size)
  const answer = await agent.get(`/uploads/${file.uploadKey}/${file.fileName}`).expect(404)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['content-disposition']).toBeUndefined()
  expect(openDescriptors(file.uploadKey)).toBe(0)
})

it('a file that cannot be recorded as opened is not opened, and its descriptor is closed', async () => {
  const agent = await logIn(app, await buildAdmin(app))
  const { uploadKey, fileName } = await buildFile(app)
  const { body } = await agent
    .post('/api/admin/generate-file-token')
    .send({ uploadKey })
    .expect(200)
  await app.pool.query('alter table audit_events rename to audit_events_away')
  try {
    await agent.get(`/uploads/${uploadKey}/${fileName}?token=${body.token}`).expect(500)
  } finally {
    await app.pool.query('alter table audit_events_away rename to audit_events')
  }
  expect(openDescriptors(uploadKey)).toBe(0)
})

it('a re-upload that the database cannot take leaves no temporary', async () => {
  const owner = await buildUser(app)
  const file = await buildFile(app, { owner })
  const agent = await logIn(app, owner)
  const { bytes, name } = samples.pdf()
  await app.pool.query('alter table files rename to files_away')
  try {
    await agent.post(`/api/reupload/${file.id}`).attach('file', bytes, name).expect(500)
  } finally {
    await app.pool.query('alter table files_away rename to files')
  }
  expect((await app.storedPaths()).filter((path) => path.startsWith('.tmp'))).toEqual([])
})

it('expired unclaimed uploads make room when half of it is used, before anybody is refused', async () => {
  const expired = await buildFile(app, {
    createdAt: new Date(Date.now() - 25 * 60 * 60 * 1000),
    fileSize: 2_000_000_000,
  })
  const several = Array.from({ length: 4 }, () => {
    const uploadKey = unknownKey()
    return { ...expired, id: undefined, uploadKey, storageKey: `${uploadKey}/1.pdf` }
  })
  await app.db.insert(files).values(several)
  const agent = await logIn(app, await buildUser(app))
  const { bytes, name } = samples.pdf()
  await agent.post('/api/upload').attach('file', bytes, name).expect(201)
  expect(await app.db.$count(files, eq(files.fileSize, 2_000_000_000))).toBe(0)
})
