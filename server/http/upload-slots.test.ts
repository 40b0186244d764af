import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import express from 'express'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listen } from '@tests/support/network/listen'
import { HttpError } from '../errors'
import { limitUploads } from './limit-concurrency'

let server: Server
let port: number
let sending: ReturnType<typeof request>[] = []

const answerError: express.ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  if (!(error instanceof HttpError)) throw error
  res.set('Connection', 'close').status(error.status).send(String(error.options.check))
}

beforeEach(async () => {
  const app = express()
  app.set('trust proxy', true)
  const limits = { perAddress: 3, total: 8, reserved: 2, quota: 4 }
  app.post('/', limitUploads(1, limits), (req, res) => {
    server.emit('begun')
    req.resume().once('end', () => res.send('received'))
  })
  app.use(answerError)
  server = createServer(app)
  port = await listen(server)
})
afterEach(() => {
  for (const sent of sending) sent.destroy()
  sending = []
  server.closeAllConnections()
  server.close()
})

/** Asks for a slot; its answer is status and text. */
function ask(address: string) {
  const headers = { 'X-Forwarded-For': address, 'Transfer-Encoding': 'chunked' }
  const sent = request({ port, host: '127.0.0.1', method: 'POST', headers })
  sending.push(sent)
  sent.flushHeaders()
  const answer = new Promise<string>((resolve) => {
    sent.once('error', () => resolve('cut off'))
    sent.once('response', (response) => {
      void text(response).then((body) => resolve(`${response.statusCode} ${body}`))
    })
  })
  return { sent, answer }
}

/** Begins an upload that comes slowly. */
async function hold(address: string) {
  const begun = once(server, 'begun')
  const held = ask(address)
  await begun
  return held
}

async function upload(address: string): Promise<string> {
  const { sent, answer } = ask(address)
  sent.end()
  return answer
}

const isRefused = '429 uploadsAtOnce'

it('one address has three slots, and gets one again when an upload is done or was given up', async () => {
  const [one, other] = [await hold('192.0.2.1'), await hold('192.0.2.1')]
  await hold('192.0.2.1')
  expect(await upload('192.0.2.1')).toBe(isRefused)
  expect(await upload('198.51.100.1')).toBe('200 received')
  one.sent.end()
  expect(await one.answer).toBe('200 received')
  await hold('192.0.2.1')
  other.sent.destroy()
  await expect.poll(() => upload('192.0.2.1')).toBe('200 received')
})

it('from half of all slots on, one address has two at most, and what runs goes on', async () => {
  const running = [await hold('192.0.2.1'), await hold('192.0.2.1'), await hold('192.0.2.1')]
  running.push(await hold('198.51.100.1'), await hold('198.51.100.1'))
  expect(await upload('198.51.100.1')).toBe(isRefused)
  expect(await upload('203.0.113.1')).toBe('200 received')
  for (const { sent } of running) sent.end()
  for (const { answer } of running) expect(await answer).toBe('200 received')
})

it('addresses over their quota leave the last slots to everyone else', async () => {
  const busy = ['192.0.2.1', '198.51.100.1', '203.0.113.1']
  for (const address of busy) {
    for (let count = 0; count < 3; count += 1) await upload(address)
    for (let count = 0; count < 2; count += 1) await hold(address)
  }
  for (const address of busy) expect(await upload(address)).toBe(isRefused)
  expect(await upload('203.0.114.7')).toBe('200 received')
})
