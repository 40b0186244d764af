import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listen } from '@tests/support/network/listen'
import { eventually } from '@tests/support/portal/eventually'
import { createHttpServer } from './http-server'
import { lingerOnClose } from './lingering-close'

let server: Server
let port: number
let clients: Socket[] = []

function open(): Socket {
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  clients.push(client)
  client.on('error', () => undefined)
  return client
}
afterEach(() => {
  for (const client of clients) client.destroy()
  clients = []
  server.closeAllConnections()
  server.close()
})

const refuse: RequestListener = (_req, res) => {
  res.writeHead(403, { Connection: 'close' }).end('refused')
}

/** Has no use for a body, and keeps the connection. */
const ignore: RequestListener = (_req, res) => res.end('done')

const openConnections = () =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))

/** Announces a body, and sends a first byte of it. */
function begin(announced = 2 ** 30, headers: readonly string[] = []): Socket {
  const client = open()
  const head = ['POST / HTTP/1.1', 'Host: x', `Content-Length: ${announced}`, ...headers]
  client.write(`${head.join('\r\n')}\r\n\r\nx`)
  return client
}

const closeAll = () => eventually(async () => expect(await openConnections()).toBe(0))

async function beginAndRead(...announced: Parameters<typeof begin>) {
  const client = begin(...announced)
  const [answer] = await once(client, 'data')
  return { client, answer: String(answer) }
}

describe('an answer that is out before the body of its request has come', () => {
  const hour = 60 * 60 * 1000
  const wide = { bytes: 2 ** 40, milliseconds: hour, connections: 1000 }
  /** The server's ends of the connections, in the order in which they came. */
  let accepted: Socket[]

  async function start(listener: RequestListener, limits: Partial<typeof wide> = {}) {
    const sockets: Socket[] = []
    accepted = sockets
    server = createServer(listener)
    lingerOnClose(server, { ...wide, ...limits })
    server.on('connection', (socket) => sockets.push(socket))
    port = await listen(server)
  }

  it.each([
    ['refused', refuse, 403, []],
    ['of a client that wants the connection closed', ignore, 200, ['Connection: close']],
  ])(
    'the answer to an upload %s is whole at once; the connection is closed when the body has come',
    async (_what, listener, status, headers) => {
      await start(listener)
      const { client, answer } = await beginAndRead(1_000_000, headers)
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*(refused|done)`))
      await once(client, 'end')
      for (let sent = 0; sent < 9; sent += 1) {
        await new Promise<unknown>((resolve) => client.write(Buffer.alloc(100_000), resolve))
        expect(await openConnections()).toBe(1)
      }
      client.write(Buffer.alloc(99_999))
      await closeAll()
    },
  )

  it('a connection that is kept serves the next request when the body has come', async () => {
    await start(ignore)
    const { client } = await beginAndRead(1_000_000)
    client.write(Buffer.alloc(999_999))
    for (let count = 0; count < 20; count += 1) {
      client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
      expect(String(await once(client, 'data'))).toMatch(/^HTTP\/1\.1 200 /)
    }
    client.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await closeAll()
  })

  it.each([
    ['closed', refuse],
    ['kept', ignore],
  ])('of a connection to be %s no more bytes are read than that', async (_what, listener) => {
    await start(listener, { bytes: 1_000_000 })
    const { client } = await beginAndRead()
    client.write(Buffer.alloc(900_000))
    expect(await openConnections()).toBe(1)
    client.write(Buffer.alloc(200_000))
    await closeAll()
  })

  it('a client that takes longer is cut off', async () => {
    await start(refuse, { milliseconds: 50 })
    // Its answer may be lost with the connection.
    begin()
    await once(server, 'request')
    await closeAll()
  })

  it('of too many that linger the oldest is cut off', async () => {
    await start(refuse, { connections: 2 })
    const clientsInTurn = [await beginAndRead(), await beginAndRead(), await beginAndRead()]
    expect(accepted.map(({ destroyed }) => destroyed)).toEqual([true, false, false])
    clientsInTurn[1]?.client.destroy()
    await eventually(async () => expect(accepted[1]?.destroyed).toBe(true))
    await beginAndRead()
    expect(accepted.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false])
  })

  it('a listener that waits for the end of the request learns that the client has gone', async () => {
    let ended: Promise<unknown> | undefined
    await start((req, res) => {
      ended = once(req, 'close')
      refuse(req, res)
    })
    const { client } = await beginAndRead()
    client.destroy()
    await ended
  })
})

describe('pipelined requests', () => {
  const call = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
  let answers: ServerResponse[]
  /** Whose answers are over, in that order. */
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

  async function ask(times: number) {
    const socket = open()
    const texts: string[] = []
    socket.on('data', (bytes: Buffer) => texts.push(bytes.toString()))
    socket.write(call.repeat(times))
    await eventually(async () => expect(answers).toHaveLength(1))
    return { socket, text: () => texts.join('') }
  }

  it('begin when the answer before is over, and are answered in their order', async () => {
    const { socket, text } = await ask(3)
    // More than a connection takes at the same time.
    answers[0]?.end(`answer 0${'.'.repeat(2 ** 22)}`)
    await eventually(async () => expect(closed).toEqual([1]))
    await eventually(async () => expect(answers).toHaveLength(2))
    answers[1]?.end('answer 1')
    await eventually(async () => expect(answers).toHaveLength(3))
    answers[2]?.end('answer 2')
    await eventually(async () => expect(text()).toMatch(/answer 0[^]*answer 1[^]*answer 2/))
    socket.write(call)
    await eventually(async () => expect(answers).toHaveLength(4))
    expect(closed).toEqual([1, 2, 3])
  })

  it('of a connection that breaks never begin; each answer that began is over once', async () => {
    const { socket } = await ask(20)
    answers[0]?.end('sent')
    await eventually(async () => expect(answers).toHaveLength(2))
    socket.destroy()
    await closeAll()
    await eventually(async () => expect(closed).toEqual([1, 2]))
    expect(answers).toHaveLength(2)
  })

  it('end the connection when they are more than any client sends', async () => {
    await ask(102)
    await closeAll()
    expect(answers).toHaveLength(1)
  })
})
