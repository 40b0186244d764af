import { createServer, request, type Server } from 'node:http'
import express from 'express'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listen } from '@tests/support/network/listen'
import { endSlowRequests } from './slow-requests'

let server: Server
let port: number

beforeEach(async () => {
  const app = express()
  app.use(endSlowRequests({ windowMs: 50, minBytesPerWindow: 1_000 }))
  app.use(express.raw({ type: () => true, limit: '1mb' }))
  app.post('/', (_req, res) => {
    res.send('received')
  })
  app.get('/', (_req, res) => {
    setTimeout(() => res.send('at last'), 200)
  })
  server = createServer(app)
  port = await listen(server)
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Sends a body in pieces, `pauseMs` apart; resolves to the answer's text or to 'cut off'. */
function post(pieces: number, pieceBytes: number, pauseMs: number): Promise<string> {
  return new Promise((resolve) => {
    const headers = { 'Content-Length': pieces * pieceBytes }
    const sent = request({ port, method: 'POST', headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () => resolve(text))
    })
    sent.on('error', () => resolve('cut off'))
    let left = pieces
    const timer = setInterval(() => {
      left -= 1
      sent.write(Buffer.alloc(pieceBytes))
      if (left === 0) {
        clearInterval(timer)
        sent.end()
      }
    }, pauseMs)
    sent.on('close', () => clearInterval(timer))
  })
}

test('a body that trickles in is cut off', async () => {
  expect(await post(50, 10, 20)).toBe('cut off')
})

test('an answer may take many windows', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  expect(await answer.text()).toBe('at last')
})

test('a body that takes many windows but keeps coming is received', async () => {
  expect(await post(20, 4_000, 10)).toBe('received')
})
