import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { nginx, type Front } from '@tests/support/network/front'
import { openStorage } from '@server/open-storage'
import type { TestApp } from '@tests/support/portal/app'
import { sessionCookie } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { samples } from '@tests/support/samples/samples'

const app = await startSharedApp({
  env: { X_ACCEL: 'on', TRUST_PROXY: 'loopback', SEAL_DOCUMENTS: 'off' },
})
const sample = samples.pdf({ size: 300_000 })

/** A document, and how its owner asks for it, at the portal itself unless a front is given. */
async function buildReadable(stored: TestApp = app) {
  const owner = await buildUser(app)
  const file = await buildFile(stored, { owner, sample })
  const cookie = await sessionCookie(app, owner)
  const path = `/uploads/${file.uploadKey}/${file.fileName}`
  const ask = (method: 'get' | 'head', headers: Record<string, string> = {}, front?: Front) => {
    const visitor = request.agent(front?.url ?? app.url, { ca: front?.authority })
    return visitor[method](path).set('Cookie', cookie).set(headers).responseType('blob')
  }
  return { file, ask }
}

/** Contents are trusted that were read 2 s after their last change, by the clock of this process. */
async function atTime<Result>(now: number, work: () => PromiseLike<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['Date'], now })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}
const later = () => Date.now() + 3_000

async function buildVerified() {
  const readable = await buildReadable()
  await atTime(later(), () => readable.ask('get').expect(200))
  return readable
}

describe('with X_ACCEL', () => {
  it('a verified document is left to nginx, with the headers of today', async () => {
    const { file, ask } = await buildVerified()
    const { headers, body } = await ask('get').expect(200)
    expect(headers).toMatchObject({
      'x-accel-redirect': `/stored/${file.storageKey}`,
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${file.fileName}"`,
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      etag: `"${file.sha256}"`,
    })
    expect(body).toHaveLength(0)
  })

  it('what the portal answers without bytes, it answers itself', async () => {
    const { file, ask } = await buildVerified()
    const etag = `"${file.sha256}"`
    const answers = [
      await ask('head').expect(200),
      await ask('get', { 'If-None-Match': etag }).expect(304),
      await ask('get', { Range: 'bytes=999999-' }).expect(416),
    ]
    for (const { headers } of answers) expect(headers).not.toHaveProperty('x-accel-redirect')
    expect(answers[0]?.headers['content-length']).toBe(String(sample.bytes.length))
  })

  it('bytes that are not verified, or changed just now, are sent by the portal or not at all', async () => {
    const builtAt = Date.now()
    const { file, ask } = await buildReadable()
    const fresh = await atTime(builtAt, () => ask('get').expect(200))
    expect(fresh.headers).not.toHaveProperty('x-accel-redirect')
    expect(sample.bytes.equals(fresh.body)).toBe(true)
    await writeFile(join(app.uploadsDir, file.storageKey), Buffer.alloc(sample.bytes.length))
    const damaged = await ask('get').expect(404)
    expect(damaged.headers).not.toHaveProperty('x-accel-redirect')
  })
})

it('documents that were sealed before are sent by the portal, verified or not', async () => {
  const storage = await openStorage({ ...app.env, sealsDocuments: true }, app.db, app.logger)
  const { file, ask } = await buildReadable({ ...app, storage })
  const read = async () => {
    const { headers, body } = await ask('get').expect(200)
    expect(headers).not.toHaveProperty('x-accel-redirect')
    expect(sample.bytes.equals(body)).toBe(true)
  }
  await atTime(later(), read)
  const content = await app.storage.open(file.storageKey)
  await content?.close()
  expect(content?.knownChecksum()).toBe(file.sha256)
  await read()
})

describe.skipIf(!nginx.isInstalled)('nginx, with the settings of docs/deploy', () => {
  let front: Front
  let readable: Awaited<ReturnType<typeof buildVerified>>

  beforeAll(async () => {
    front = await nginx.start(app)
    readable = await buildVerified()
  })
  afterAll(() => front.stop())

  const read = (headers?: Record<string, string>) => readable.ask('get', headers, front)

  it('sends the document with every header that the portal would send with it', async () => {
    const [direct, handedOver] = [await readable.ask('head'), await read().expect(200)]
    expect(sample.bytes.equals(handedOver.body)).toBe(true)
    const ofTheConnection = ['connection', 'date', 'keep-alive', 'server', 'x-request-id']
    const ofTheFront = ['strict-transport-security']
    const promised = ({ headers }: { headers: object }) =>
      Object.entries(headers)
        .filter(([name]) => ![...ofTheConnection, ...ofTheFront].includes(name))
        // One may be a second later than the other.
        .map(([name, value]) => `${name}: ${String(value).replace(/Expires=[^;]*/, '')}`)
        .toSorted()
    expect(promised(handedOver)).toEqual(promised(direct))
    expect(handedOver.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  })

  it('sends ranges, of the content that is there', async () => {
    const part = await read({ Range: 'bytes=100-199' }).expect(206)
    expect(sample.bytes.subarray(100, 200).equals(part.body)).toBe(true)
    expect(part.headers['content-range']).toBe(`bytes 100-199/${sample.bytes.length}`)
    const etag = `"${readable.file.sha256}"`
    await read({ Range: 'bytes=0-9', 'If-Range': etag }).expect(206)
    await read({ Range: 'bytes=0-9', 'If-Range': '"other"' }).expect(200)
    const several = await read({ Range: 'bytes=0-0,100-100,900-900' }).expect(200)
    expect(several.body).toHaveLength(sample.bytes.length)
    await read({ Range: 'bytes=999999-' }).expect(416)
    await read({ 'If-None-Match': etag }).expect(304)
  })

  it('lets no one in by the inner address', async () => {
    const { storageKey } = readable.file
    const visitor = request.agent(front.url, { ca: front.authority })
    await visitor.get(`/stored/${storageKey}`).expect(404)
    await visitor.get('/stored/..%2f.env').expect(404)
  })
})
