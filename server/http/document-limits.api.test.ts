import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { tooMany } from '@tests/support/portal/answers'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { eventually } from '@tests/support/portal/eventually'
import { sessionCookie, visit } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { samples } from '@tests/support/samples/samples'

const megabyte = 1024 ** 2

interface Reader {
  path: string
  cookie: string
}

async function buildReader(app: TestApp, size = 10 * megabyte): Promise<Reader> {
  const owner = await buildUser(app)
  const { uploadKey, fileName } = await buildFile(app, { owner, sample: samples.pdf({ size }) })
  return { path: `/uploads/${uploadKey}/${fileName}`, cookie: await sessionCookie(app, owner) }
}

const read = (app: TestApp, { path, cookie }: Reader, address: string) =>
  visit(app).get(path).set('Cookie', cookie).set('X-Forwarded-For', address)

describe('documents read at once', () => {
  let app: TestApp
  let openReads: Socket[] = []

  beforeAll(async () => {
    app = await startTestApp({ env: { LIMITS: '1', TRUST_PROXY: 'loopback' } })
  })
  afterAll(() => app.close())
  afterEach(() => {
    for (const socket of openReads) socket.destroy()
    openReads = []
  })

  /** Begins to read a document, and leaves the most of it lying. */
  async function hold({ path, cookie }: Reader, address: string): Promise<void> {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    openReads.push(socket)
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nX-Forwarded-For: ${address}\r\n\r\n`,
    )
    await new Promise((resolve) => socket.once('readable', resolve))
  }

  it('are eight for a person, from wherever they ask; others read on', async () => {
    const reader = await buildReader(app)
    for (let count = 0; count < 8; count += 1) await hold(reader, `192.0.2.${count % 3}`)
    const { headers } = await read(app, reader, '192.0.2.9').expect(429, tooMany)
    expect(headers['retry-after']).toBe('2')
    await visit(app).head(reader.path).set('Cookie', reader.cookie).expect(429)
    expect(app.logs()).toContain('"check":"documentsAtOnce"')
    await read(app, await buildReader(app), '192.0.2.1').expect(200)
    openReads.pop()?.destroy()
    await eventually(async () => void (await read(app, reader, '192.0.2.9').expect(200)))
  })
})

describe('the bytes of documents', () => {
  it('that a person may read in five minutes are bounded', async () => {
    // A hundredth of 600 MB.
    const app = await startTestApp({ env: { LIMITS: '0.01', TRUST_PROXY: 'loopback' } })
    const [reader, other] = [await buildReader(app, 7 * megabyte), await buildReader(app, 1000)]
    const { length } = (await read(app, reader, '192.0.2.1').expect(200)).body
    expect(length).toBe(7 * megabyte)
    await eventually(async () => {
      const { headers } = await read(app, reader, '192.0.2.2').expect(429, tooMany)
      expect(Number(headers['retry-after'])).toBeGreaterThan(290)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(300)
    })
    await read(app, other, '192.0.2.1').expect(200)
    await app.close()
  })
})
