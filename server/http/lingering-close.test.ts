import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { listen } from '@tests/support/network/listen'
import { eventually } from '@tests/support/portal/eventually'
import { lingerOnClose } from './lingering-close'

const hour = 60 * 60 * 1000
const wide = { bytes: 2 ** 40, milliseconds: hour, connections: 1000 }

let server: Server
let port: number
let clients: Socket[] = []
/** The server's ends of the connections, in the order in which they came. */
let accepted: Socket[] = []

afterEach(() => {
  for (const client of clients) client.destroy()
  clients = []
  accepted = []
  server.closeAllConnections()
  server.close()
})

const refuse: RequestListener = (_req, res) => {
  res.writeHead(403, { Connection: 'close' }).end('refused')
}
/** Has no use for a body, and keeps the connection. */
const ignore: RequestListener = (_req, res) => res.end('done')

async function start(listener: RequestListener, limits: Partial<typeof wide> = {}) {
  server = createServer(listener)
  lingerOnClose(server, { ...wide, ...limits })
  server.on('connection', (socket) => accepted.push(socket))
  port = await listen(server)
}

const openConnections = () =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))

/** Announces a body, sends a first byte of it, and waits for the answer. */
async function beginUpload(announced = 2 ** 30, headers: readonly string[] = []) {
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  clients.push(client)
  client.on('error', () => undefined)
  const head = ['POST / HTTP/1.1', 'Host: x', `Content-Length: ${announced}`, ...headers]
  client.write(`${head.join('\r\n')}\r\n\r\nx`)
  const [answer] = await once(client, 'data')
  return { client, answer: String(answer) }
}

it.each([
  ['refused', refuse, 403, []],
  ['of a client that wants the connection closed', ignore, 200, ['Connection: close']],
])(
  'the answer to an upload %s is whole at once; the connection is closed when the body has come',
  async (_what, listener, status, headers) => {
    await start(listener)
    const { client, answer } = await beginUpload(1_000_000, headers)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*(refused|done)`))
    await once(client, 'end')
    for (let sent = 0; sent < 9; sent += 1) {
      await new Promise<unknown>((resolve) => client.write(Buffer.alloc(100_000), resolve))
      expect(await openConnections()).toBe(1)
    }
    client.write(Buffer.alloc(99_999))
    await eventually(async () => expect(await openConnections()).toBe(0))
  },
)

it('a connection that is kept serves the next request when the body has come', async () => {
  await start(ignore)
  const { client } = await beginUpload(1_000_000)
  client.write(Buffer.alloc(999_999))
  for (let count = 0; count < 20; count += 1) {
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(String(await once(client, 'data'))).toMatch(/^HTTP\/1\.1 200 /)
  }
  client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await eventually(async () => expect(await openConnections()).toBe(0))
})

it.each([
  ['closed', refuse],
  ['kept', ignore],
])('of a connection to be %s no more bytes are read than that', async (_what, listener) => {
  await start(listener, { bytes: 1_000_000 })
  const { client } = await beginUpload()
  client.write(Buffer.alloc(900_000))
  expect(await openConnections()).toBe(1)
  client.write(Buffer.alloc(200_000))
  await eventually(async () => expect(await openConnections()).toBe(0))
})

it('a client that takes longer is cut off', async () => {
  await start(refuse, { milliseconds: 50 })
  await beginUpload()
  await eventually(async () => expect(await openConnections()).toBe(0))
})

it('of too many that linger the oldest is cut off', async () => {
  await start(refuse, { connections: 2 })
  const clientsInTurn = [await beginUpload(), await beginUpload(), await beginUpload()]
  expect(accepted.map(({ destroyed }) => destroyed)).toEqual([true, false, false])
  clientsInTurn[1]?.client.destroy()
  await eventually(async () => expect(accepted[1]?.destroyed).toBe(true))
  await beginUpload()
  expect(accepted.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false])
})

it('whoever waits for the end of the request learns that the client has gone', async () => {
  let ended: Promise<unknown> | undefined
  await start((req, res) => {
    ended = once(req, 'close')
    refuse(req, res)
  })
  const { client } = await beginUpload()
  client.destroy()
  await ended
})
