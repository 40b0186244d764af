import { once } from 'node:events'
import { get, type ClientRequest, type Server } from 'node:http'
import { connect } from 'node:net'
import express from 'express'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { listen } from '@tests/support/network/listen'
import { eventually } from '@tests/support/portal/eventually'
import { HttpError } from '../errors'
import { createHttpServer } from './http-server'
import { limitCostlyCalls } from './limit-concurrency'

let server: Server
let port: number
/** Names of calls, in the order in which their turns came, and how to answer each. */
let begun: string[]
let answers: Map<string, () => void>
let sent: ClientRequest[]
/** Where nobody is logged in any more. */
let ended: string

const answerError: express.ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  if (!(error instanceof HttpError)) throw error
  res.status(error.status).send(String(error.options.check))
}

beforeEach(async () => {
  begun = []
  answers = new Map()
  sent = []
  ended = ''
  const seen = { begun, answers }
  const app = express()
  app.set('trust proxy', true)
  app.use(
    limitCostlyCalls({
      factor: 1,
      isStillLoggedIn: async (req) => req.get('X-Forwarded-For') !== ended,
      waitingPerAddress: 3,
      quota: 6,
    }),
  )
  app.use((req, res) => {
    const name = new URL(req.url, 'http://localhost').searchParams.get('name') ?? ''
    seen.begun.push(name)
    seen.answers.set(name, () => res.send('answered'))
  })
  app.use(answerError)
  server = createHttpServer(app)
  port = await listen(server)
})

afterEach(() => {
  for (const call of sent) call.destroy()
  server.closeAllConnections()
  server.close()
})

/** Sends a call, and waits until the server has it. */
async function send(name: string, from: string, path = '/users?search=x') {
  const arrived = once(server, 'request')
  const separator = path.includes('?') ? '&' : '?'
  const call = get({
    port,
    host: '127.0.0.1',
    path: `${path}${separator}name=${name}`,
    headers: { 'X-Forwarded-For': from },
    agent: false,
  })
  call.on('error', () => undefined)
  sent.push(call)
  const status = once(call, 'response').then(([res]) => {
    res.resume()
    return res.statusCode
  })
  status.catch(() => undefined)
  await arrived
  return { call, status }
}

const haveBegun = (...names: string[]) => eventually(async () => expect(begun).toEqual(names))

it('refuses what is more than may wait of one address, and no one else', async () => {
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) await send(name, '10.0.0.1')
  const { status } = await send('a6', '10.0.0.1')
  expect(await status).toBe(429)
  await send('b1', '10.0.0.2')
  answers.get('a1')?.()
  answers.get('a2')?.()
  await haveBegun('a1', 'a2', 'a3', 'b1')
})

it('leaves one slot to others once an address is over its quota', async () => {
  const calls = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']
  for (const name of calls) {
    const { status } = await send(name, '10.0.0.1')
    await eventually(async () => expect(begun).toContain(name))
    answers.get(name)?.()
    expect(await status).toBe(200)
  }
  for (const name of ['a7', 'a8']) await send(name, '10.0.0.1')
  await send('b1', '10.0.0.2')
  await haveBegun(...calls, 'a7', 'b1')
})

it('passes over who has hung up, before or during the turn', async () => {
  for (const name of ['a1', 'a2']) await send(name, '10.0.0.1')
  const waiting = await send('a3', '10.0.0.1')
  await send('b1', '10.0.0.2')
  waiting.call.destroy()
  await eventually(async () => expect(await countConnections()).toBe(3))
  sent[0]?.destroy()
  await haveBegun('a1', 'a2', 'b1')
})

const writeSearch = (name: string) =>
  `GET /users?search=x&name=${name} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 10.0.0.1\r\n\r\n`

it('frees the place of pipelined calls when their connection breaks', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write(['a1', 'a2', 'a3'].map(writeSearch).join(''))
  await haveBegun('a1')
  socket.destroy()
  for (const name of ['b1', 'b2']) await send(name, '10.0.0.2')
  await haveBegun('a1', 'b1', 'b2')
})

it('answers nobody who was logged out while they waited for more than a second', async () => {
  for (const name of ['a1', 'a2']) await send(name, '10.0.0.1')
  const { status } = await send('b1', '10.0.0.2')
  ended = '10.0.0.2'
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 1_001)
  onTestFinished(() => clock.mockRestore())
  answers.get('a1')?.()
  expect(await status).toBe(401)
  expect(begun).toEqual(['a1', 'a2'])
  const next = await send('a3', '10.0.0.1')
  await haveBegun('a1', 'a2', 'a3')
  answers.get('a3')?.()
  expect(await next.status).toBe(200)
})

it('does not delay other work', async () => {
  for (const name of ['a1', 'a2', 'a3']) await send(name, '10.0.0.1')
  for (const path of ['/users', '/users?search=', '/exports/users?search=x', '/users/1/history'])
    await send(path, '10.0.0.1', path)
  await eventually(async () => expect(begun).toHaveLength(6))
})

it('counts the trail as costly', async () => {
  for (const name of ['a1', 'a2']) await send(name, '10.0.0.1', '/audit-events')
  await send('a3', '10.0.0.1')
  await send('b1', '10.0.0.2', '/users')
  await haveBegun('a1', 'a2', 'b1')
})

const countConnections = () =>
  new Promise<number>((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
