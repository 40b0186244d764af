import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** The first free port of this machine, from the given one on. */
export async function freePort(from: number): Promise<number> {
  for (let port = from; port < from + 100; port += 1) {
    if (await isFree(port)) return port
  }
  throw new Error(`No free port from ${from} on.`)
}

/**
 * A free port below those that systems give to outgoing connections, so that none of these takes it before
 * the server that it is for listens on it.
 */
export const drawFreePort = (): Promise<number> => freePort(randomInt(10_000, 30_000))

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
