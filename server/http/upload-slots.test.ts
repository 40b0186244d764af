import { EventEmitter, once } from 'node:events'
import { createServer, request, type ClientRequest, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import express from 'express'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listen } from '@tests/support/network/listen'
import { HttpError } from '../errors'
import { lingerOnClose } from './lingering-close'
import { createUploadSlots } from './upload-slots'

const hour = 60 * 60_000

let server: Server
let port: number
let sending: ClientRequest[] = []
/** What the server has seen of each upload. */
let begun: string[]
let received: string[]
let abandoned: string[]
let bytes: Map<string, number>
/** Answers of uploads that were received wait for it. */
let mayAnswer: Promise<unknown>

const answerError: express.ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  if (!(error instanceof HttpError)) throw error
  res.set('Connection', 'close').status(error.status).send(String(error.options.check))
}

async function start(judgedAfterMs: number) {
  const seen = { begun, received, abandoned, bytes }
  const slots = createUploadSlots(1, {
    perAddress: 2,
    total: 4,
    reserved: 1,
    judgedAfterMs,
    fastBytesPerSecond: 500_000,
    quota: 3,
  })
  const app = express()
  app.set('trust proxy', true)
  app.post(
    '/:name',
    slots((req, _res, next) => {
      const { name } = req.params
      if (typeof name !== 'string') throw new Error('An upload has no name.')
      seen.begun.push(name)
      req.once('aborted', () => seen.abandoned.push(name))
      req.once('end', () => {
        seen.received.push(name)
        server.emit('seen')
        next()
      })
      req.on('data', (chunk: Buffer) => {
        seen.bytes.set(name, (seen.bytes.get(name) ?? 0) + chunk.length)
        server.emit('seen')
      })
      server.emit('seen')
    }),
    async (_req, res) => {
      await mayAnswer
      res.send('received')
    },
  )
  app.use(answerError)
  server = createServer(app)
  lingerOnClose(server, { bytes: 2 ** 30, milliseconds: hour, connections: 100 })
  port = await listen(server)
}

beforeEach(() => {
  begun = []
  received = []
  abandoned = []
  bytes = new Map()
  sending = []
  mayAnswer = Promise.resolve()
  // Speeds are those of this clock, not of the machine.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  for (const sent of sending) sent.destroy()
  server.closeAllConnections()
  server.close()
})

const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds)

async function until(isSeen: () => boolean): Promise<void> {
  while (!isSeen()) await once(server, 'seen')
}
const hasBegun = (name: string) => until(() => begun.includes(name))

interface Sender {
  address?: string
}

/** Asks for a place; its answer is status and text. */
function ask(name: string, from: Sender = {}) {
  const headers = {
    'X-Forwarded-For': from.address ?? `198.51.${sending.length}.1`,
    'Transfer-Encoding': 'chunked',
  }
  const sent = request({ port, host: '127.0.0.1', method: 'POST', path: `/${name}`, headers })
  sending.push(sent)
  sent.flushHeaders()
  const answer = new Promise<string>((resolve) => {
    sent.once('error', () => resolve('cut off'))
    sent.once('response', (response) => {
      void text(response).then((body) => resolve(`${response.statusCode} ${body}`))
    })
  })
  return { sent, answer, end: () => void sent.end() }
}

/** Begins an upload and sends so many of its bytes. */
async function begin(name: string, count: number, from: Sender = {}) {
  const upload = ask(name, from)
  await hasBegun(name)
  upload.sent.write(Buffer.alloc(count))
  await until(() => bytes.get(name) === count)
  return upload
}

async function beginEach(names: readonly string[], count: number) {
  const uploads = []
  for (const name of names) uploads.push(await begin(name, count))
  return uploads
}

async function uploadThrice(from: Sender): Promise<void> {
  for (const name of ['first', 'second', 'third']) {
    const done = await begin(name, 100, from)
    done.end()
    expect(await done.answer).toBe('200 received')
  }
}

describe('with all slots taken', () => {
  it('the newcomer evicts the slowest upload, which is told so', async () => {
    await start(0)
    const weak = await begin('weak', 1_000)
    const slow = await begin('slow', 100)
    const other = await begin('other', 3_000)
    pass(20)
    const next = ask('next')
    expect(await slow.answer).toBe('503 slowestUpload')
    expect(abandoned).toEqual(['slow'])
    for (const { end } of [weak, other, next]) end()
    const answers = [await weak.answer, await other.answer, await next.answer]
    expect(answers).toEqual(['200 received', '200 received', '200 received'])
  })

  it('an upload that is fast is not evicted', async () => {
    await start(0)
    await beginEach(['one', 'two', 'three'], 100_000)
    pass(20)
    expect(await ask('next').answer).toBe('429 uploadsAtOnce')
    expect(abandoned).toEqual([])
  })

  it('an upload that has only begun is not evicted: the newcomer is told to come back', async () => {
    await start(hour)
    await beginEach(['one', 'two', 'three'], 100)
    pass(20)
    expect(await ask('next').answer).toBe('429 uploadsAtOnce')
    expect(abandoned).toEqual([])
  })

  it('an upload that has come and is being kept is not evicted', async () => {
    const answers = new EventEmitter()
    mayAnswer = once(answers, 'begin')
    await start(0)
    const uploads = await beginEach(['one', 'two', 'three'], 100)
    for (const { end } of uploads) end()
    await until(() => received.length === 3)
    pass(20)
    expect(await ask('next').answer).toBe('429 uploadsAtOnce')
    answers.emit('begin')
    for (const { answer } of uploads) expect(await answer).toBe('200 received')
  })
})

describe('an address over its quota', () => {
  const busy = { address: '192.0.2.1' }

  it('is evicted before a slower upload of anyone else', async () => {
    await start(0)
    await uploadThrice(busy)
    await beginEach(['weak', 'slow'], 100)
    await begin('busy', 2_000, busy)
    pass(20)
    ask('next')
    await hasBegun('next')
    expect(abandoned).toEqual(['busy'])
  })

  it('is evicted first, however new its uploads are, and evicts no one else', async () => {
    await start(hour)
    await uploadThrice(busy)
    for (const from of [{}, busy, busy]) await begin(`slow-${sending.length}`, 100, from)
    const next = ask('next')
    await hasBegun('next')
    expect(await ask('again', busy).answer).toBe('429 uploadsAtOnce')
    expect(abandoned).toEqual([expect.stringMatching(/^slow-[45]$/)])
    next.end()
    expect(await next.answer).toBe('200 received')
  })
})

describe('one address', () => {
  it('has two slots, and does not evict its own slow uploads', async () => {
    await start(0)
    const from = { address: '198.51.100.1' }
    const one = await begin('one', 100, from)
    await begin('two', 100, from)
    pass(20)
    expect(await ask('three', from).answer).toBe('429 uploadsAtOnce')
    expect(abandoned).toEqual([])
    one.end()
    await one.answer
    const next = ask('next', from)
    next.end()
    expect(await next.answer).toBe('200 received')
  })
})
