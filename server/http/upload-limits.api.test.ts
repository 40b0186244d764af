import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { eq } from 'drizzle-orm'
import request, { type Test } from 'supertest'
import { afterEach, describe, expect, it } from 'vitest'
import { tooMany } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { eventually } from '@tests/support/portal/eventually'
import { logIn, sessionCookie, visit } from '@tests/support/portal/agents'
import { countUploads } from '@tests/support/portal/documents'
import { buildAdmin, buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { buildRegistration, unknownKey } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'
import { createApp } from '../app'
import { files } from '../db/schema/files'

let openUploads: Socket[] = []

const app = await startSharedApp({ env: { LIMITS: '1', TRUST_PROXY: 'loopback' } })
afterEach(async () => {
  for (const socket of openUploads) socket.destroy()
  openUploads = []
  await eventually(async () => expect(await underWay()).toBe(0))
  await app.pool.query('delete from rate_limits')
})

const storageFull = {
  message: 'We can’t take uploads right now. Please try again later.',
  code: 'storage_full',
}

const underWay = async () => countUploads(app)

/** Begins an upload from an address, and leaves it in the middle. */
async function hold(address: string, path = '/api/upload', cookie = ''): Promise<void> {
  const before = await underWay()
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\nCookie: ${cookie}\r\n` +
      `X-Forwarded-For: ${address}\r\nContent-Type: multipart/form-data; boundary=b\r\n\r\n` +
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 ',
  )
  openUploads.push(socket)
  await eventually(async () => expect(await underWay()).toBe(before + 1))
}

const attach = (post: Test, { bytes, name } = samples.pdf()) => post.attach('file', bytes, name)
const home = '192.0.2.1'
const upload = (address = home) =>
  attach(visit(app).post('/api/upload').set('X-Forwarded-For', address))

describe('uploads at the same time', () => {
  it('are six from one address, sent again or for the first time', async () => {
    const owner = await buildUser(app)
    const file = await buildFile(app, { owner })
    const cookie = await sessionCookie(app, owner)
    for (let count = 0; count < 5; count += 1) await hold(home)
    await hold(home, `/api/reupload/${file.id}`, cookie)
    const { headers } = await upload().expect(429, tooMany)
    expect(headers['retry-after']).toBe('2')
    await upload('192.0.2.2').expect(201)
    openUploads.pop()?.destroy()
    await eventually(async () => expect(await underWay()).toBe(5))
    await upload().expect(201)
  })

  it('are 48 in all, and none of them ends for a newcomer', async () => {
    const addresses = Array.from({ length: 24 }, (_, index) => `198.51.${index}.1`)
    for (const address of addresses) for (const _ of [1, 2]) await hold(address)
    await upload('203.0.113.1').expect(429, tooMany)
    expect(await underWay()).toBe(48)
    openUploads.pop()?.destroy()
    await eventually(async () => expect(await underWay()).toBe(47))
    await upload('203.0.113.1').expect(201)
  })
})

describe('an upload that is refused while it is still coming', () => {
  it('takes no place among the uploads', async () => {
    const MB = 1024 ** 2
    for (let count = 0; count < 4; count += 1) {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
      openUploads.push(socket)
      // Broken within its first bytes, and then it stays.
      socket.write(
        'POST /api/upload HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n' +
          `Content-Type: multipart/form-data; boundary=b\r\n\r\n${(11 * MB).toString(16)}\r\n`,
      )
      socket.write(Buffer.alloc(10 * MB + 20 * 1024, 'x'))
      expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 413 /)
      expect(socket.destroyed).toBe(false)
    }
  })
})

describe('unclaimed uploads of more than 10 GB', () => {
  const size = 2_000_000_000
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)

  /** Only the rows claim these sizes; the bytes don't matter here. */
  async function claimToHold(count: number, columns: Partial<typeof files.$inferInsert>) {
    const { id: _, ...like } = await buildFile(app)
    const rows = Array.from({ length: count }, () => {
      const uploadKey = unknownKey()
      return { ...like, uploadKey, storageKey: `${uploadKey}/1.pdf`, fileSize: size, ...columns }
    })
    await app.db.insert(files).values(rows)
  }
  const large = () => app.db.$count(files, eq(files.fileSize, size))

  afterEach(async () => {
    await app.db.delete(files).where(eq(files.fileSize, size))
  })

  it('are refused, and nothing is kept of what is refused', async () => {
    await claimToHold(6, {})
    const before = await app.storedPaths()
    await upload().expect(507, storageFull)
    expect(await app.storedPaths()).toEqual(before)
    expect(await large()).toBe(6)
  })

  it('are not counted once they are claimed', async () => {
    await claimToHold(6, { claimedAt: new Date() })
    await upload().expect(201)
    expect(await large()).toBe(6)
  })

  it('whose key has expired go first, from half of it on, before anyone is refused', async () => {
    await claimToHold(3, { createdAt: yesterday })
    await upload().expect(201)
    expect(await large()).toBe(0)
    await claimToHold(3, { createdAt: yesterday })
    await claimToHold(3, {})
    await upload().expect(201)
    expect(await large()).toBe(3)
  })

  it('whose key has expired stay while there is room', async () => {
    await claimToHold(2, { createdAt: yesterday })
    await upload().expect(201)
    expect(await large()).toBe(2)
  })
})

const measureDisks = async () => [{ folder: 'uploads' as const, freeBytes: 9, sizeBytes: 100 }]

describe('a disk with less than a tenth free', () => {
  it('takes no uploads, no other content for a file, and no restore', async () => {
    const owner = await buildUser(app)
    const file = await buildFile(app, { owner })
    const image = samples.png()
    const agent = await logIn(app, owner)
    await attach(agent.post(`/api/reupload/${file.id}`), image).expect(200)
    const before = await app.storedPaths()

    const full = createApp({ ...app, storage: { ...app.storage, measureDisks } })
    const post = (path: string, cookie: string) =>
      request(full).post(path).set({ Origin: app.origin, Cookie: cookie })
    const own = await sessionCookie(app, owner)
    const admin = await sessionCookie(app, await buildAdmin(app))
    await attach(post('/api/upload', own), image).expect(507, storageFull)
    await attach(post(`/api/reupload/${file.id}`, own), image).expect(507, storageFull)
    await post(`/api/admin/files/${file.id}/restore`, admin).expect(507, storageFull)
    expect(await app.storedPaths()).toEqual(before)
  })
})

const register = (uploadKey: string) =>
  visit(app)
    .post('/api/register')
    .set('X-Forwarded-For', home)
    .send(buildRegistration({ uploadKey }))
    .expect(201)

const countUnclaimed = async () => {
  const { rows } = await app.pool.query(
    "select points from rate_limits where key like 'unclaimedDay:%'",
  )
  return Number(rows[0]?.points ?? 0)
}

describe('the daily limit of unclaimed uploads', () => {
  it('counts what is still unclaimed: registering gives the place back', async () => {
    const { body } = await upload().expect(201)
    expect(await countUnclaimed()).toBe(1)
    await register(body.uploadKey)
    expect(await countUnclaimed()).toBe(0)
    await register((await buildFile(app)).uploadKey)
    expect(await countUnclaimed()).toBe(0)
  })

  it('gives no place back for a shared login, which took none', async () => {
    await upload().expect(201)
    await register((await buildCredential(app)).uploadKey)
    expect(await countUnclaimed()).toBe(1)
  })

  it('counts a link as a claim, too', async () => {
    const agent = await logIn(app, await buildUser(app))
    const { body } = await attach(agent.post('/api/upload')).expect(201)
    await agent.post(`/api/link-file/${body.uploadKey}`).expect(200)
    expect(await countUnclaimed()).toBe(0)
  })
})
