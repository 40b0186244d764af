import { connect, createServer, type Socket } from 'node:net'
import { listen } from '@tests/support/network/listen'

/** A way to the database that a test can interrupt. */
export interface DatabaseLink {
  url: string
  /** Silently stops all traffic in both directions. */
  freeze(): void
  /** What was held back passes. */
  thaw(): void
  /** Breaks every connection that is open now. */
  cut(): void
  /** Breaks each new connection, until `accept`. */
  refuse(): void
  accept(): void
  close(): Promise<void>
}

/** Forwards connections to the database of the URL. */
export async function linkDatabase(databaseUrl: string): Promise<DatabaseLink> {
  const { hostname, port } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isFrozen = false
  let isRefusing = false

  const server = createServer((near) => {
    if (isRefusing) {
      near.destroy()
      return
    }
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('data', (chunk) => other.write(chunk))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      if (isFrozen) socket.pause()
    }
  })
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(await listen(server))

  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    cut,
    refuse() {
      isRefusing = true
    },
    accept() {
      isRefusing = false
    },
    close() {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
