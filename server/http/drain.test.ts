import { once } from 'node:events'
import { Agent, get, type Server, type ServerResponse } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { listen } from '@tests/support/network/listen'
import { drain } from './drain'
import { createHttpServer } from './http-server'

const hour = 60 * 60 * 1000
let server: Server
let agent: Agent

afterEach(() => {
  agent.destroy()
  server.closeAllConnections()
})

/** A server that answers when told, and a client that keeps its connection. */
async function start() {
  const waiting: ServerResponse[] = []
  server = createHttpServer((_req, res) => {
    waiting.push(res)
    server.emit('waiting')
  })
  const port = await listen(server)
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const call = () =>
    new Promise<string>((resolve) => {
      const sent = get({ host: '127.0.0.1', port, agent }, (answer) => {
        answer.resume().once('end', () => resolve('answered'))
      })
      sent.once('error', () => resolve('refused'))
    })
  return { waiting, call }
}

it('a request under way is answered before the server ends', async () => {
  const { waiting, call } = await start()
  const called = call()
  await once(server, 'waiting')
  const drained = drain(server, hour)
  expect(await Promise.race([drained, Promise.resolve('not yet')])).toBe('not yet')
  waiting[0]?.end('done')
  expect(await called).toBe('answered')
  await drained
})

it('a client that goes on calling over its connection does not keep the server', async () => {
  const { waiting, call } = await start()
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

it('what does not end is cut off', async () => {
  const { call } = await start()
  const called = call()
  await once(server, 'waiting')
  await drain(server, 10)
  expect(await called).toBe('refused')
})
