import type { Server, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { listen } from '@tests/support/network/listen'
import { eventually } from '@tests/support/portal/eventually'
import { createHttpServer } from './http-server'

let server: Server
let port: number
let answers: ServerResponse[]
/** Whose answers are over, in that order, each once. */
let closed: number[]

beforeEach(async () => {
  const seen: ServerResponse[] = []
  const over: number[] = []
  answers = seen
  closed = over
  server = createHttpServer((_req, res) => {
    const number = seen.push(res)
    res.on('close', () => over.push(number))
  })
  port = await listen(server)
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const call = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

/** A connection whose requests follow each other without waiting. */
async function ask(times: number) {
  const socket = connect(port, '127.0.0.1')
  socket.resume().write(call.repeat(times))
  await eventually(async () => expect(answers).toHaveLength(times))
  return socket
}

it('all answers of a connection that breaks are over, and each is told once', async () => {
  const socket = await ask(20)
  answers[0]?.end('sent')
  answers[4]?.end('never sent')
  await eventually(async () => expect(closed).toEqual([1]))
  socket.destroy()
  await eventually(async () => expect(closed).toHaveLength(20))
  expect(new Set(closed).size).toBe(20)
  expect(
    answers.slice(1).map(({ destroyed, writableFinished }) => [destroyed, writableFinished]),
  ).toEqual(Array.from({ length: 19 }, () => [true, false]))
})

it('what is being sent into a queued answer is let go', async () => {
  const socket = await ask(2)
  const [, queued] = answers
  if (!queued) throw new Error('Two calls')
  const document = Readable.from([Buffer.alloc(2 ** 20), Buffer.alloc(2 ** 20)])
  const sent = new Promise<unknown>((resolve) => pipeline(document, queued, resolve))
  socket.destroy()
  expect(await sent).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' })
  expect(document.destroyed).toBe(true)
})

it('nothing is sent into an answer that is over already', async () => {
  const socket = await ask(2)
  socket.destroy()
  await eventually(async () => expect(closed).toHaveLength(2))
  for (const answer of answers) {
    const document = Readable.from([Buffer.alloc(2 ** 20), Buffer.alloc(2 ** 20)])
    const sent = new Promise<unknown>((resolve) => pipeline(document, answer, resolve))
    expect(await sent).toBeInstanceOf(Error)
    expect([document.destroyed, answer.closed]).toEqual([true, true])
  }
  expect(closed).toHaveLength(2)
})

it('a connection that goes on keeps its answers, in their order', async () => {
  const socket = await ask(3)
  const texts: string[] = []
  socket.on('data', (bytes: Buffer) => texts.push(bytes.toString()))
  for (const [index, answer] of answers.entries()) answer.end(`answer ${index}`)
  await eventually(async () => expect(texts.join('')).toMatch(/answer 0[^]*answer 1[^]*answer 2/))
  expect(closed).toEqual([1, 2, 3])
  socket.destroy()
})
