import { readdirSync, readlinkSync } from 'node:fs'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { buildAdmin, buildFile, buildUser, logIn } from '@tests/support/portal/factories'
import { samples } from '@tests/support/samples/samples'

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

it('a stored file with one changed bit is missing, and never served as the whole', async () => {
  const owner = await buildUser(app)
  const file = await buildFile(app, { owner })
  const agent = await logIn(app, owner)
  const stored = join(app.uploadsDir, file.storageKey)
  const bytes = await readFile(stored)
  bytes[100] = (bytes[100] ?? 0) ^ 1
  await writeFile(stored, bytes)
  const path = `/uploads/${file.uploadKey}/${file.fileName}`
  const answer = await agent.get(path).expect(404)
  expect(answer.body.message).toBe('The original file was not found on the server.')
  expect(answer.headers).not.toHaveProperty('etag')
  await agent.head(path).expect(404)
  await agent.get(path).set('Range', 'bytes=0-').expect(404)
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
