import { readdirSync, readlinkSync } from 'node:fs'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, logInAdmin } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { samples } from '@tests/support/samples/samples'
import { noteDamage } from './is-whole'

const app = await startSharedApp()

const openDescriptors = (uploadKey: string) =>
  readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).includes(uploadKey)
    } catch {
      return false
    }
  }).length

async function changeOneBit(storageKey: string): Promise<void> {
  const path = join(app.uploadsDir, storageKey)
  const bytes = await readFile(path)
  bytes[100] = (bytes[100] ?? 0) ^ 1
  await writeFile(path, bytes)
}

/** A document of five megabytes, with its owner's session. */
async function buildReadable() {
  const owner = await buildUser(app)
  const file = await buildFile(app, { owner, sample: samples.pdf({ size: 5_000_000 }) })
  const path = `/uploads/${file.uploadKey}/${file.fileName}`
  return { file, path, agent: await logIn(app, owner) }
}

const countDamageLogged = () => app.logs().split('a stored file is damaged').length - 1

/** Of files and connections, by all of this process. */
async function countBytesRead(call: () => Promise<unknown>): Promise<number> {
  const before = await bytesReadSoFar()
  await call()
  return (await bytesReadSoFar()) - before
}

async function bytesReadSoFar(): Promise<number> {
  return Number(/rchar: (\d+)/.exec(await readFile('/proc/self/io', 'utf8'))?.[1])
}

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
  await changeOneBit(file.storageKey)
  const path = `/uploads/${file.uploadKey}/${file.fileName}`
  const answer = await agent.get(path).expect(404)
  expect(answer.body.message).toBe('The original file was not found on the server.')
  expect(answer.headers).not.toHaveProperty('etag')
  await agent.head(path).expect(404)
  await agent.get(path).set('Range', 'bytes=0-').expect(404)
  expect(openDescriptors(file.uploadKey)).toBe(0)
})

describe('bytes that are damaged', () => {
  it('are not sent, no part of them either, and looking for them finds nothing from then on', async () => {
    const { file, path, agent } = await buildReadable()
    await changeOneBit(file.storageKey)
    await agent.get(path).set('Range', 'bytes=200-300').expect(404)
    await agent.head(path).expect(404)
    const before = countDamageLogged()
    await agent.get(path).expect(404)
    expect(countDamageLogged()).toBe(before + 1)
  })

  it('are known to every process, also where they were found whole before', async () => {
    const { file, path, agent } = await buildReadable()
    await agent.get(path).expect(200)
    const content = await app.storage.open(file.storageKey)
    await content?.close()
    await noteDamage(app.db, file.storageKey, content?.fingerprint ?? null)
    await agent.head(path).expect(404)
    await agent.get(path).expect(404)
  })

  it('are looked at anew once others are in their place', async () => {
    const { file, path, agent } = await buildReadable()
    await changeOneBit(file.storageKey)
    await agent.get(path).expect(404)
    await changeOneBit(file.storageKey)
    await agent.head(path).expect(200)
    await agent.get(path).expect(200)
  })

  it('are not read for HEAD, and read once for many readers', async () => {
    const { file, path, agent } = await buildReadable()
    expect(await countBytesRead(() => agent.head(path).expect(200))).toBeLessThan(1_000_000)
    // The bytes that are sent, and the same ones as this test receives them; and all of them before.
    const sent = 2 * file.fileSize
    const first = await countBytesRead(() => agent.get(path).expect(200))
    expect(first).toBeGreaterThan(sent + file.fileSize)
    const isRemembered = async () =>
      (await countBytesRead(() => agent.get(path).expect(200))) < sent + file.fileSize / 2
    await expect.poll(isRemembered, { timeout: 20_000 }).toBe(true)
  })
})

it('a file that cannot be recorded as opened is not opened, and its descriptor is closed', async () => {
  const agent = await logInAdmin(app)
  const { uploadKey, fileName } = await buildFile(app)
  const { body } = await agent
    .post('/api/admin/generate-file-token')
    .send({ uploadKey })
    .expect(200)
  await app.asOwner('alter table audit_events rename to audit_events_away')
  try {
    await agent.get(`/uploads/${uploadKey}/${fileName}?token=${body.token}`).expect(500)
  } finally {
    await app.asOwner('alter table audit_events_away rename to audit_events')
  }
  expect(openDescriptors(uploadKey)).toBe(0)
})

it('a re-upload that the database cannot take leaves no temporary', async () => {
  const owner = await buildUser(app)
  const file = await buildFile(app, { owner })
  const agent = await logIn(app, owner)
  const { bytes, name } = samples.pdf()
  await app.asOwner('alter table files rename to files_away')
  try {
    await agent.post(`/api/reupload/${file.id}`).attach('file', bytes, name).expect(500)
  } finally {
    await app.asOwner('alter table files_away rename to files')
  }
  expect((await app.storedPaths()).filter((path) => path.startsWith('.tmp'))).toEqual([])
})
