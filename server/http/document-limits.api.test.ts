import { once } from 'node:events'
import { createServer, request, type ClientRequest, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import express, { type ErrorRequestHandler } from 'express'
import supertest from 'supertest'
import { afterEach, describe, expect, it } from 'vitest'
import { listen } from '@tests/support/network/listen'
import { getSessionId, logIn, sessionCookie, visit } from '@tests/support/portal/agents'
import { tooMany } from '@tests/support/portal/answers'
import { eventually } from '@tests/support/portal/eventually'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { samples } from '@tests/support/samples/samples'
import { createApp } from '../app'
import { HttpError } from '../errors'
import { limitDocuments } from './document-limits'

const app = await startSharedApp({ env: { LIMITS: '1', TRUST_PROXY: 'loopback' } })

interface Reader {
  path: string
  cookie: string
}

async function buildReader(size: number): Promise<Reader> {
  const owner = await buildUser(app)
  const { uploadKey, fileName } = await buildFile(app, { owner, sample: samples.pdf({ size }) })
  return { path: `/uploads/${uploadKey}/${fileName}`, cookie: await sessionCookie(app, owner) }
}

const readAs = ({ path, cookie }: Reader, address: string) =>
  visit(app).get(path).set('Cookie', cookie).set('X-Forwarded-For', address)

describe('the documents of the portal', () => {
  let openReads: Socket[] = []

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
    await once(socket, 'readable')
  }

  it('are eight at the same time for a person, from wherever they ask; others read on', async () => {
    const reader = await buildReader(10_000_000)
    for (let count = 0; count < 8; count += 1) await hold(reader, `192.0.2.${count % 3}`)
    const { headers } = await readAs(reader, '192.0.2.9').expect(429, tooMany)
    expect(headers['retry-after']).toBe('2')
    await visit(app).head(reader.path).set('Cookie', reader.cookie).expect(429)
    expect(app.logs()).toContain('"check":"documentsAtOnce"')
    await readAs(await buildReader(1000), '192.0.2.1').expect(200)
    openReads.pop()?.destroy()
    await eventually(async () => void (await readAs(reader, '192.0.2.9').expect(200)))
  })

  it('are 600 MB in five minutes for a person', async () => {
    const thousandth = createApp({ ...app, env: { ...app.env, limitFactor: 0.001 } })
    const readThere = ({ path, cookie }: Reader, address: string) =>
      supertest(thousandth).get(path).set({ Cookie: cookie, 'X-Forwarded-For': address })
    const [reader, other] = [await buildReader(700_000), await buildReader(1000)]
    const { length } = (await readThere(reader, '192.0.2.1').expect(200)).body
    expect(length).toBe(700_000)
    await eventually(async () => {
      const { headers } = await readThere(reader, '192.0.2.2').expect(429, tooMany)
      expect(Number(headers['retry-after'])).toBeGreaterThan(240)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(300)
    })
    await readThere(other, '192.0.2.1').expect(200)
  })
})

const answerError: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  if (!(error instanceof HttpError)) throw error
  res.status(error.status).send(String(error.options.check))
}

describe('the copy of one’s data', () => {
  it('counts with the documents of a person, here and there', async () => {
    const small = createApp({ ...app, env: { ...app.env, limitFactor: 0.001 } })
    const owner = await buildUser(app)
    await buildFile(app, { owner, sample: samples.pdf({ size: 700_000 }) })
    const agent = await logIn(app, owner)
    await agent.post('/api/account/data').send({ currentPassword: owner.password }).expect(200)
    const Cookie = `sid=${getSessionId(agent)}`
    const download = () => supertest(small).get('/api/account/data').set({ Cookie })
    await download().expect(200)
    await eventually(async () => {
      const { headers } = await download().expect(429, tooMany)
      expect(Number(headers['retry-after'])).toBeGreaterThan(240)
    })
    await supertest(small).get('/uploads/x/y.pdf').set({ Cookie }).expect(429, tooMany)
    expect(app.logs()).toContain('"check":"documentBytes"')
  })
})

describe('any documents', () => {
  const wide = {
    perPerson: 100,
    perAddress: 100,
    total: 100,
    megabytesPerPerson: 100,
    megabytesPerAddress: 100,
  }

  let server: Server
  let port: number
  let asked: ClientRequest[] = []

  /**
   * Sends as many bytes as the path says; /0 never ends. The limits are the portal's own unless others are given.
   */
  async function start(limits?: Partial<typeof wide>) {
    const reading = express()
    reading.set('trust proxy', true)
    reading.use((req, _res, next) => {
      req.user = { id: Number(req.get('X-Person')), ...sessionUser }
      next()
    })
    reading.get('/:bytes', ...limitDocuments(1, limits && { ...wide, ...limits }), (req, res) => {
      const bytes = Number(req.params['bytes'])
      if (bytes > 0) res.send(Buffer.alloc(bytes))
      else res.flushHeaders()
    })
    reading.use(answerError)
    server = createServer(reading)
    port = await listen(server)
  }
  afterEach(() => {
    for (const each of asked) each.destroy()
    asked = []
    server.closeAllConnections()
    server.close()
  })

  /** The status, as soon as it comes. */
  async function read(person: number, address: string, bytes = 0): Promise<number> {
    const headers = { 'X-Person': String(person), 'X-Forwarded-For': address }
    const sent = request({ port, host: '127.0.0.1', path: `/${bytes}`, headers, agent: false })
    asked.push(sent.end())
    sent.on('error', () => undefined)
    const [answer] = await once(sent, 'response')
    answer.resume()
    return answer.statusCode
  }

  it('may be so many at the same time for one address, no matter who it is', async () => {
    await start({ perAddress: 2 })
    expect([await read(1, '192.0.2.1'), await read(2, '192.0.2.1')]).toEqual([200, 200])
    expect([await read(3, '192.0.2.1'), await read(3, '192.0.2.2')]).toEqual([429, 200])
  })

  it('are 48 of the portal at the same time for one address', async () => {
    await start()
    for (let person = 1; person <= 48; person += 1)
      expect(await read(person, '192.0.2.1')).toBe(200)
    expect([await read(49, '192.0.2.1'), await read(49, '192.0.2.2')]).toEqual([429, 200])
  })

  it('are one for each person when half of all are taken', async () => {
    await start({ total: 4 })
    expect([await read(1, '192.0.2.1'), await read(1, '192.0.2.1')]).toEqual([200, 200])
    expect([await read(1, '192.0.2.1'), await read(2, '192.0.2.1')]).toEqual([429, 200])
    expect([await read(2, '192.0.2.1'), await read(3, '192.0.2.1')]).toEqual([429, 200])
    expect(await read(4, '192.0.2.1')).toBe(429)
  })

  it('are so many bytes for an address, and asking for none costs something as well', async () => {
    await start({ megabytesPerAddress: 1 })
    expect(await read(1, '192.0.2.1', 900_000)).toBe(200)
    await eventually(async () => expect(await read(2, '192.0.2.1', 1)).toBe(429))
    for (let call = 0; call < 10; call += 1) expect(await read(3, '192.0.2.2', 1)).toBe(200)
    await eventually(async () => expect(await read(4, '192.0.2.2', 1)).toBe(429))
    expect(await read(1, '192.0.2.3', 1)).toBe(200)
  })
})

/** Who a session belongs to, for what is tested without the portal around it. */
const sessionUser = {
  email: 'ada@example.com',
  isAdmin: 0,
  passwordVersion: '1',
  oneTimePasswordUntil: null,
  hasSecondFactor: false,
  closesAt: null,
} as const
