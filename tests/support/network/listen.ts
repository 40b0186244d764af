import { once } from 'node:events'
import type { Server } from 'node:net'

/** Has the server listen on this machine only, on that port or any free one, and returns which. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}
