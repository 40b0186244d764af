import { readdirSync, readlinkSync } from 'node:fs'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { buildAdmin, buildFile, buildUser, logIn } from '@tests/support/portal/factories'
import { samples } from '@tests/support/samples/samples'
import { noteDamage } from './is-whole'

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

describe('bytes that are damaged', () => {
  const changeOneBit = async (storageKey: string) => {
    const path = join(app.uploadsDir, storageKey)
    const bytes = await readFile(path)
    bytes[100] = (bytes[100] ?? 0) ^ 1
    await writeFile(path, bytes)
  }
  const build = async () => {
    const owner = await buildUser(app)
    const file = await buildFile(app, { owner, sample: samples.pdf({ size: 5_000_000 }) })
    const path = `/uploads/${file.uploadKey}/${file.fileName}`
    return { file, path, agent: await logIn(app, owner) }
  }
  const damageLogged = () => app.logs().split('a stored file is damaged').length - 1

  it('are not sent, no part of them either, and looking for them finds nothing from then on', async () => {
    const { file, path, agent } = await build()
    await changeOneBit(file.storageKey)
    await agent.get(path).set('Range', 'bytes=200-300').expect(404)
    await agent.head(path).expect(404)
    const before = damageLogged()
    await agent.get(path).expect(404)
    expect(damageLogged()).toBe(before + 1)
  })

  it('are known to every process, also where they were found whole before', async () => {
    const { file, path, agent } = await build()
    await agent.get(path).expect(200)
    const content = await app.storage.open(file.storageKey)
    await content?.close()
    await noteDamage(app.db, file.storageKey, content?.fingerprint ?? null)
    await agent.head(path).expect(404)
    await agent.get(path).expect(404)
  })

  it('are looked at anew once others are in their place', async () => {
    const { file, path, agent } = await build()
    await changeOneBit(file.storageKey)
    await agent.get(path).expect(404)
    await changeOneBit(file.storageKey)
    await agent.head(path).expect(200)
    await agent.get(path).expect(200)
  })

  it('are not read for HEAD, and read once for many readers', async () => {
    const { file, path, agent } = await build()
    const bytesRead = async (call: () => Promise<unknown>) => {
      const soFar = async () =>
        Number(/rchar: (\d+)/.exec(await readFile('/proc/self/io', 'utf8'))?.[1])
      const before = await soFar()
      await call()
      return (await soFar()) - before
    }
    expect(await bytesRead(() => agent.head(path).expect(200))).toBeLessThan(1_000_000)
    // The bytes that are sent, and the same ones as this test receives them; and all of them before.
    const sent = 2 * file.fileSize
    const first = await bytesRead(() => agent.get(path).expect(200))
    expect(first).toBeGreaterThan(sent + file.fileSize)
    const isRemembered = async () =>
      (await bytesRead(() => agent.get(path).expect(200))) < sent + file.fileSize / 2
    await expect.poll(isRemembered, { timeout: 20_000 }).toBe(true)
  })
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
