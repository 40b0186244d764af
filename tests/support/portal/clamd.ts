import { createServer, type Socket } from 'node:net'
import { listen } from '@tests/support/network/listen'

type ClamdMode = 'working' | 'silent' | 'garbage' | 'failing' | 'hanging up'

export interface Clamd {
  /** For CLAMD_URL. */
  url: string
  /** Everything that was sent to be scanned. */
  scanned: Buffer[]
  behave(mode: ClamdMode): void
  /** Stops listening, and listens again at the same port. */
  goDown(): Promise<void>
  comeBack(): Promise<void>
  close(): Promise<void>
}

/** What every scanner takes for a virus; on its own it would make them remove this file. */
export const virus = ['EICAR', 'STANDARD', 'ANTIVIRUS', 'TEST', 'FILE!'].join('-')
export const signature = 'Eicar-Test-Signature'

const command = 'zINSTREAM\0'
const wordBytes = 4

/** Speaks clamd's INSTREAM protocol on loopback, and knows one virus. */
export async function startClamd(): Promise<Clamd> {
  let mode: ClamdMode = 'working'
  const scanned: Buffer[] = []
  const sockets = new Set<Socket>()

  function answer(socket: Socket, content: Buffer): void {
    scanned.push(content)
    if (mode === 'silent') return
    if (mode === 'hanging up') socket.end()
    else if (mode === 'garbage') socket.end('HTTP/1.1 200 OK\r\n\r\nstream: OK\0')
    else if (mode === 'failing') socket.end('INSTREAM size limit exceeded. ERROR\0')
    else socket.end(content.includes(virus) ? `stream: ${signature} FOUND\0` : 'stream: OK\0')
  }

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let parts: Buffer[] = []
    let [length, needed] = [0, 1]
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.on('data', (part) => {
      parts.push(part)
      length += part.length
      if (length < needed) return
      const received = Buffer.concat(parts)
      parts = [received]
      const content = readStream(received)
      if (content === 'refused') socket.end('UNKNOWN COMMAND\0')
      else if (typeof content === 'number') needed = content
      else answer(socket, content)
    })
  })
  const stopListening = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  const port = await listen(server)

  return {
    url: `tcp://127.0.0.1:${port}`,
    scanned,
    behave: (wanted) => {
      mode = wanted
    },
    goDown: stopListening,
    comeBack: async () => void (await listen(server, port)),
    close: stopListening,
  }
}

/** The chunks’ content once the empty one has come; before, how many bytes it takes to see more. */
function readStream(received: Buffer): Buffer | 'refused' | number {
  const start = received.subarray(0, command.length).toString()
  if (!command.startsWith(start)) return 'refused'
  const chunks: Buffer[] = []
  let at = command.length
  while (at + wordBytes <= received.length) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(received.subarray(at + wordBytes, at + wordBytes + length))
    at += wordBytes + length
  }
  return at + wordBytes
}
