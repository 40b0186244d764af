import { readdir, readFile, readlink } from 'node:fs/promises'

/**
 * How many files and connections a process holds, without its connections to Postgres, which a pool opens as they
 * are needed and keeps some of, and what its threads and child processes need. `ofClients` of them are open connections
 * to its own port.
 */
export async function countDescriptors(
  pid: number,
  ports: { own: number; database: number },
): Promise<{ all: number; ofClients: number }> {
  const sockets = await listSockets(pid)
  const names = await readdir(`/proc/${pid}/fd`)
  const links = await Promise.all(
    // Closed since the folder was read.
    names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => null)),
  )
  const held = links
    .filter((link) => link !== null)
    // What is neither a file nor a socket of the network leads to a thread or a process of the portal's own.
    .filter((link) => link.startsWith('/') || sockets.has(link))
    .map((link) => sockets.get(link))
    .filter((socket) => socket?.remotePort !== ports.database)
  const clients = held.filter((socket) => socket?.localPort === ports.own && socket.remotePort > 0)
  return { all: held.length, ofClients: clients.length }
}

const portOf = (address = '') => Number.parseInt(address.split(':')[1] ?? '', 16)

/** Every TCP socket of the machine, by the name that a descriptor of it has. */
async function listSockets(pid: number) {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8')),
  )
  return new Map(
    tables
      .flatMap((table) => table.split('\n'))
      .map((line) => {
        const [, local, remote, , , , , , , inode] = line.trim().split(/\s+/)
        return [`socket:[${inode}]`, { localPort: portOf(local), remotePort: portOf(remote) }]
      }),
  )
}

export async function memoryBytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}
