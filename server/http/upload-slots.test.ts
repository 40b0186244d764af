import { EventEmitter, once } from 'node:events'
import { createServer, request, type ClientRequest, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import express from 'express'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '@tests/support/network/listen'
import { eventually } from '@tests/support/portal/eventually'
import { sessionUser } from '@tests/support/portal/session-user'
import { HttpError } from '../errors'
import { lingerOnClose } from './lingering-close'
import { createUploadSlots } from './upload-slots'

const hour = 60 * 60_000
const partner = { id: 1, ...sessionUser }

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
    withoutSession: 3,
    total: 4,
    judgedAfterMs,
    fastBytesPerSecond: 500_000,
    calmUploads: 3,
  })
  const app = express()
  app.set('trust proxy', true)
  app.use((req, _res, next) => {
    if (req.get('X-Session')) req.user = partner
    next()
  })
  app.post(
    '/:name',
    slots((req, _res, next) => {
      const { name } = req.params
      if (typeof name !== 'string') throw new Error('An upload has no name.')
      seen.begun.push(name)
      req.once('aborted', () => seen.abandoned.push(name))
      req.once('end', () => {
        seen.received.push(name)
        next()
      })
      req.on('data', (chunk: Buffer) => {
        seen.bytes.set(name, (seen.bytes.get(name) ?? 0) + chunk.length)
      })
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
})
afterEach(() => {
  for (const sent of sending) sent.destroy()
  server.closeAllConnections()
  server.close()
})

interface Upload {
  /** Status and text. */
  answer: Promise<string>
  end: () => void
}

/** Begins an upload that sends so many bytes every 20 ms until it is told to end. */
function upload(
  name: string,
  pieceBytes: number,
  from: { address?: string; session?: boolean } = {},
): Upload {
  const headers = {
    'X-Forwarded-For': from.address ?? `198.51.${sending.length}.1`,
    ...(from.session && { 'X-Session': 'yes' }),
    'Transfer-Encoding': 'chunked',
  }
  const sent = request({ port, host: '127.0.0.1', method: 'POST', path: `/${name}`, headers })
  sending.push(sent)
  const timer = setInterval(() => sent.write(Buffer.alloc(pieceBytes)), 20)
  sent.once('close', () => clearInterval(timer))
  sent.flushHeaders()
  const answer = new Promise<string>((resolve) => {
    sent.once('error', () => resolve('cut off'))
    sent.once('response', (response) => {
      void text(response).then((body) => resolve(`${response.statusCode} ${body}`))
    })
  })
  const end = () => {
    clearInterval(timer)
    sent.end()
  }
  return { answer, end }
}

async function uploadThrice(from: { address: string }): Promise<void> {
  for (const name of ['first', 'second', 'third']) {
    const done = upload(name, 100, from)
    done.end()
    expect(await done.answer).toBe('200 received')
  }
}

const hasBegun = (...names: string[]) =>
  eventually(async () => expect(begun).toEqual(expect.arrayContaining(names)))

describe('with all places taken', () => {
  it('the slowest upload gives its place to the next, and is told so', async () => {
    await start(0)
    const [weak, slow, other] = [upload('weak', 1_000), upload('slow', 100), upload('other', 3_000)]
    await eventually(async () => expect(bytes.get('weak')).toBeGreaterThan(5_000))
    const next = upload('next', 9_000)
    expect(await slow.answer).toBe('503 slowestUpload')
    expect(abandoned).toEqual(['slow'])
    for (const { end } of [weak, other, next]) end()
    const answers = [await weak.answer, await other.answer, await next.answer]
    expect(answers).toEqual(['200 received', '200 received', '200 received'])
  })

  it('an upload that is fast gives way to no one', async () => {
    await start(0)
    for (const name of ['one', 'two', 'three']) upload(name, 100_000)
    for (const name of ['one', 'two', 'three']) {
      await eventually(async () => expect(bytes.get(name)).toBeGreaterThan(1_000_000))
    }
    expect(await upload('next', 9_000).answer).toBe('429 uploadsAtOnce')
    expect(abandoned).toEqual([])
  })

  it('no one gives way who has only begun: the next is told to come back', async () => {
    await start(hour)
    for (const name of ['one', 'two', 'three']) upload(name, 100)
    await hasBegun('one', 'two', 'three')
    expect(await upload('next', 9_000).answer).toBe('429 uploadsAtOnce')
    expect(abandoned).toEqual([])
  })

  it('no one gives way whose upload has come and is being kept', async () => {
    const answers = new EventEmitter()
    mayAnswer = once(answers, 'begin')
    await start(0)
    const uploads = ['one', 'two', 'three'].map((name) => upload(name, 100))
    await hasBegun('one', 'two', 'three')
    for (const { end } of uploads) end()
    await eventually(async () => expect(received).toHaveLength(3))
    expect(await upload('next', 9_000).answer).toBe('429 uploadsAtOnce')
    answers.emit('begin')
    for (const { answer } of uploads) expect(await answer).toBe('200 received')
  })
})

describe('an address that begins one upload after another', () => {
  it('gives way before a slower upload of anyone calmer', async () => {
    await start(0)
    const busy = { address: '192.0.2.1' }
    await uploadThrice(busy)
    for (const name of ['weak', 'slow']) upload(name, 100)
    upload('busy', 2_000, busy)
    await eventually(async () => expect(bytes.get('busy')).toBeGreaterThan(10_000))
    upload('next', 9_000)
    await hasBegun('next')
    expect(abandoned).toEqual(['busy'])
  })

  it('gives way first, however new its uploads are, and takes no place of anyone calmer', async () => {
    await start(hour)
    const busy = { address: '192.0.2.1' }
    await uploadThrice(busy)
    for (const from of [{}, busy, busy]) upload(`slow-${sending.length}`, 100, from)
    await hasBegun('slow-3', 'slow-4', 'slow-5')
    const next = upload('next', 9_000)
    await hasBegun('next')
    expect(await upload('again', 9_000, busy).answer).toBe('429 uploadsAtOnce')
    expect(abandoned).toEqual([expect.stringMatching(/^slow-[45]$/)])
    next.end()
    expect(await next.answer).toBe('200 received')
  })
})

describe('people with a session', () => {
  it('have places that no one else takes', async () => {
    await start(hour)
    for (const name of ['one', 'two', 'three']) upload(name, 100)
    await hasBegun('one', 'two', 'three')
    const partners = upload('partner', 9_000, { session: true })
    await hasBegun('partner')
    expect(await upload('another', 9_000, { session: true }).answer).toBe('429 uploadsAtOnce')
    partners.end()
    expect(await partners.answer).toBe('200 received')
  })
})

describe('one address', () => {
  it('has two places, and gets none of its own slow uploads in return', async () => {
    await start(0)
    const address = '198.51.100.1'
    const uploads = [upload('one', 100, { address }), upload('two', 100, { address })]
    await hasBegun('one', 'two')
    expect(await upload('three', 9_000, { address }).answer).toBe('429 uploadsAtOnce')
    expect(abandoned).toEqual([])
    uploads[0]?.end()
    await uploads[0]?.answer
    const next = upload('next', 9_000, { address })
    next.end()
    expect(await next.answer).toBe('200 received')
  })
})
