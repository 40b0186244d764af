import { once } from 'node:events'
import {
  Agent,
  get,
  request,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import express from 'express'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listen } from '@tests/support/network/listen'
import { createHttpServer, drain } from './http-server'
import { endSlowRequests } from './refuse-requests'

const host = '127.0.0.1'
const hour = 60 * 60_000

let server: Server
let port: number

async function start(...options: Parameters<typeof createHttpServer>) {
  server = createHttpServer(...options)
  port = await listen(server)
}
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const answerWhole: RequestListener = (req, res) => {
  req.resume().on('end', () => res.end('whole'))
}

describe('a client that keeps the server waiting', () => {
  const unhurried = { headersMs: hour, requestMs: hour, silenceMs: hour, keepAliveMs: hour }

  /** Sends this to a server with those timeouts and nothing more; resolves when the server hangs up. */
  async function answerTo(sent: string, timeouts: Partial<typeof unhurried>): Promise<string> {
    await start(answerWhole, { ...unhurried, ...timeouts })
    const socket = connect(port, host)
    socket.on('error', () => undefined)
    socket.write(sent)
    return text(socket).catch(() => 'cut off')
  }

  const halfHead = 'POST / HTTP/1.1\r\nHost: x\r\n'
  const halfBody = `${halfHead}Content-Length: 10\r\n\r\n12345`

  it.each([
    ['sends nothing', '', { headersMs: 100 }, /^(HTTP\/1\.1 408|$)/],
    ['does not end the head of a request', halfHead, { headersMs: 100 }, /^HTTP\/1\.1 408/],
    [
      'takes too long for a request as a whole',
      halfBody,
      { headersMs: 100, requestMs: 200 },
      /^HTTP\/1\.1 408/,
    ],
    ['falls silent within a request', halfBody, { silenceMs: 100 }, /^$/],
    [
      'asks for nothing more',
      `${halfBody}67890`,
      { keepAliveMs: 100 },
      /^HTTP\/1\.1 200 [^]*whole/,
    ],
  ])('is hung up on when it %s', async (_what, sent, timeouts, answer) => {
    expect(await answerTo(sent, timeouts)).toMatch(answer)
  })

  it('has 15 s, 15 min, 30 s and 5 s', async () => {
    await start()
    expect(server).toMatchObject({
      headersTimeout: 15_000,
      requestTimeout: 900_000,
      timeout: 30_000,
      keepAliveTimeout: 5_000,
    })
  })
})

/** Begins a request; its body is sent in pieces, and each has arrived at the server. */
async function begin(length: number) {
  const sent = request({ port, host, method: 'POST', headers: { 'Content-Length': length } })
  const answer = new Promise<string>((resolve) => {
    sent.once('error', () => resolve('cut off'))
    sent.once('response', (response) => resolve(text(response)))
  })
  sent.flushHeaders()
  await once(server, 'request')
  const body = { sent: 0, received: 0 }
  server.on('received', (bytes: number) => (body.received += bytes))
  const sendPiece = async (bytes: number) => {
    body.sent += bytes
    sent.write(Buffer.alloc(bytes))
    while (body.received < body.sent) await once(server, 'received')
  }
  return { answer, sendPiece }
}

describe('a slow request', () => {
  const windowMs = 60_000
  /** Lets the server look at the bytes of the body that came since its last look. */
  const passWindow = () => vi.advanceTimersByTime(windowMs)

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const app = express()
    app.use(endSlowRequests({ windowMs, minBytesPerWindow: 1_000 }))
    app.use('/unread', (_req, res) => void server.emit('unread', res))
    app.use((req, res) => {
      req.on('data', (chunk: Buffer) => server.emit('received', chunk.length))
      req.once('end', () => server.emit('answer', res))
    })
    await start(app)
  })
  afterEach(() => void vi.useRealTimers())

  it('whose body trickles in is cut off', async () => {
    const { answer, sendPiece } = await begin(500)
    await sendPiece(10)
    passWindow()
    expect(await answer).toBe('cut off')
  })

  it('whose body takes many windows but keeps coming is received, and may wait for its answer', async () => {
    const { answer, sendPiece } = await begin(20_000)
    const answering = once(server, 'answer')
    for (let sent = 0; sent < 5; sent += 1) {
      await sendPiece(4_000)
      passWindow()
    }
    const [res]: ServerResponse[] = await answering
    for (let passed = 0; passed < 4; passed += 1) passWindow()
    res?.end('received')
    expect(await answer).toBe('received')
  })

  it.each([
    ['without a body', {}],
    ['whose body has come, and is read by no one', { method: 'POST', body: 'unread' }],
  ])('%s may wait for its answer through many windows', async (_what, sent) => {
    const answering = once(server, 'unread')
    const answered = fetch(`http://${host}:${port}/unread`, sent)
    const [res]: ServerResponse[] = await answering
    while (res?.req.complete === false) await setImmediate()
    for (let passed = 0; passed < 4; passed += 1) passWindow()
    res?.end('at last')
    expect(await (await answered).text()).toBe('at last')
  })
})

describe('a server that ends', () => {
  let agent: Agent
  let waiting: ServerResponse[]

  beforeEach(async () => {
    const seen: ServerResponse[] = []
    waiting = seen
    await start((_req, res) => {
      seen.push(res)
      server.emit('waiting')
    })
    agent = new Agent({ keepAlive: true, maxSockets: 1 })
  })
  afterEach(() => agent.destroy())

  /** Calls over the one connection, which is kept. */
  const call = () =>
    new Promise<string>((resolve) => {
      const sent = get({ host, port, agent }, (answer) => {
        answer.resume().once('end', () => resolve('answered'))
      })
      sent.once('error', () => resolve('refused'))
    })

  it('answers a request under way first', async () => {
    const called = call()
    await once(server, 'waiting')
    const drained = drain(server, hour)
    expect(await Promise.race([drained, Promise.resolve('not yet')])).toBe('not yet')
    waiting[0]?.end('done')
    expect(await called).toBe('answered')
    await drained
  })

  it('is not kept by a client that goes on calling over its connection', async () => {
    const called = call()
    await once(server, 'waiting')
    server.on('waiting', () => waiting.at(-1)?.end('done'))
    const drained = drain(server, hour)
    waiting[0]?.end('done')
    const answers = [await called]
    while (answers.at(-1) === 'answered' && answers.length < 50) answers.push(await call())
    expect(answers.at(-1)).toBe('refused')
    await drained
  })

  it('cuts off what does not end', async () => {
    const called = call()
    await once(server, 'waiting')
    await drain(server, 10)
    expect(await called).toBe('refused')
  })
})
