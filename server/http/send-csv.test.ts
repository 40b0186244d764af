import type { Server } from 'node:http'
import { connect } from 'node:net'
import express from 'express'
import { afterEach, expect, it, vi } from 'vitest'
import { listen } from '@tests/support/network/listen'
import { createHttpServer } from './http-server'
import { sendCsv } from './send-csv'

let server: Server

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

it('reads nothing for whoever hung up before it began', async () => {
  const fill = vi.fn(async () => undefined)
  const app = express()
  const sent = new Promise<void>((resolve, reject) => {
    app.use((req, res) => {
      res.once('close', () => {
        // As after a look at the database that took so long.
        setTimeout(() => {
          sendCsv(req, res, { fileName: 'users', columns: {}, fill }).then(resolve, reject)
        }, 10)
      })
      req.socket.destroy()
    })
  })
  server = createHttpServer(app)
  const socket = connect(await listen(server), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await sent
  expect(fill).not.toHaveBeenCalled()
  socket.destroy()
})
