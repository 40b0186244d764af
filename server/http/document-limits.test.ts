import { once } from 'node:events'
import { createServer, request, type ClientRequest, type Server } from 'node:http'
import express, { type ErrorRequestHandler } from 'express'
import { afterEach, expect, it } from 'vitest'
import { listen } from '@tests/support/network/listen'
import { sessionUser } from '@tests/support/portal/session-user'
import { eventually } from '@tests/support/portal/eventually'
import { HttpError } from '../errors'
import { limitDocuments } from './document-limits'

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

const answerError: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  if (!(error instanceof HttpError)) throw error
  res.status(error.status).send(String(error.options.check))
}

/** Sends so many bytes to whoever asks for them, and never comes to an end at /0. */
async function start(limits: Partial<typeof wide>) {
  const app = express()
  app.set('trust proxy', true)
  app.use((req, _res, next) => {
    req.user = { id: Number(req.get('X-Person')), ...sessionUser }
    next()
  })
  app.get('/:bytes', limitDocuments(1, { ...wide, ...limits }), (req, res) => {
    const bytes = Number(req.params['bytes'])
    if (bytes > 0) res.send(Buffer.alloc(bytes))
    else res.flushHeaders()
  })
  app.use(answerError)
  server = createServer(app)
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

it('one address may read so many at once, whoever it is', async () => {
  await start({ perAddress: 2 })
  expect([await read(1, '192.0.2.1'), await read(2, '192.0.2.1')]).toEqual([200, 200])
  expect([await read(3, '192.0.2.1'), await read(3, '192.0.2.2')]).toEqual([429, 200])
})

it('when half of all are taken each person has one', async () => {
  await start({ total: 4 })
  expect([await read(1, '192.0.2.1'), await read(1, '192.0.2.1')]).toEqual([200, 200])
  expect([await read(1, '192.0.2.1'), await read(2, '192.0.2.1')]).toEqual([429, 200])
  expect([await read(2, '192.0.2.1'), await read(3, '192.0.2.1')]).toEqual([429, 200])
  expect(await read(4, '192.0.2.1')).toBe(429)
})

it('an address may read so many bytes, and asking for none costs something as well', async () => {
  await start({ megabytesPerAddress: 1 })
  expect(await read(1, '192.0.2.1', 900_000)).toBe(200)
  await eventually(async () => expect(await read(2, '192.0.2.1', 1)).toBe(429))
  for (let call = 0; call < 10; call += 1) expect(await read(3, '192.0.2.2', 1)).toBe(200)
  await eventually(async () => expect(await read(4, '192.0.2.2', 1)).toBe(429))
  expect(await read(1, '192.0.2.3', 1)).toBe(200)
})
