import { once } from 'node:events'
import { constants } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** From open(2) of macOS, for which Node has no name. */
const exclusiveLock = 0x20

/**
 * Locks a folder for this process, until `release`. The system itself gives up the lock of a process that died. Linux
 * has one name for each folder that only one process can listen at; macOS locks a file as it opens it. Fails with
 * EADDRINUSE or EAGAIN where another process holds the lock.
 */
export async function lockFolder(folder: string): Promise<{ release(): Promise<void> }> {
  if (process.platform !== 'linux') {
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | exclusiveLock
    const file = await open(join(folder, 'postgres.lock'), flags, 0o600)
    return { release: () => file.close() }
  }
  const { dev, ino } = await stat(folder)
  const server = createServer((socket) => socket.destroy())
  server.unref()
  server.listen(`\0credit-partner-portal:${dev}:${ino}`)
  await once(server, 'listening')
  return { release: async () => void server.close() }
}
