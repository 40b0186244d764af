import type { Server } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { listen } from '@tests/support/network/listen'
import { createHttpServer } from './http-server'

let server: Server

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const long = 60_000
const unhurried = { headersMs: long, requestMs: long, silenceMs: long, keepAliveMs: long }

/** Sends this to a server with those timeouts and nothing more; resolves when the server hangs up. */
async function answerTo(sent: string, timeouts: Partial<typeof unhurried>): Promise<string> {
  server = createHttpServer(
    (req, res) => {
      req.resume().on('end', () => res.end('whole'))
    },
    { ...unhurried, ...timeouts },
  )
  const socket = connect(await listen(server), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(sent)
  return text(socket).catch(() => 'cut off')
}

const halfHead = 'POST / HTTP/1.1\r\nHost: x\r\n'
const halfBody = `${halfHead}Content-Length: 10\r\n\r\n12345`

it('a connection on which nothing comes is ended', async () => {
  expect(await answerTo('', { headersMs: 200 })).toMatch(/^(HTTP\/1\.1 408|$)/)
})

it('a request whose head does not end is ended', async () => {
  expect(await answerTo(halfHead, { headersMs: 200 })).toMatch(/^HTTP\/1\.1 408/)
})

it('a request that takes too long as a whole is ended', async () => {
  const timeouts = { headersMs: 200, requestMs: 400 }
  expect(await answerTo(halfBody, timeouts)).toMatch(/^HTTP\/1\.1 408/)
})

it('a request that falls silent is cut off', async () => {
  expect(await answerTo(halfBody, { silenceMs: 200 })).toBe('')
})

it('a connection that asks for nothing more is ended after its answer', async () => {
  const whole = `${halfBody}67890`
  expect(await answerTo(whole, { keepAliveMs: 200 })).toMatch(/^HTTP\/1\.1 200 [^]*whole/)
})

it('is as patient as is promised: 15 s, 15 min, 30 s, 5 s', () => {
  server = createHttpServer()
  expect(server).toMatchObject({
    headersTimeout: 15_000,
    requestTimeout: 900_000,
    timeout: 30_000,
    keepAliveTimeout: 5_000,
  })
})
