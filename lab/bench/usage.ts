import { readdirSync, readFileSync } from 'node:fs'
import { withClient } from '@tests/support/portal/postgres'

const msPerTick = 10

/** CPU milliseconds that a process and all its children have used so far, ended children included. */
export function cpuMs(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + ticks(each), 0) * msPerTick
}

/** The process whose children are all connections to the server. */
export const postmasterPid = (databaseUrl: string): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    // While it is connected: its process ends with the connection.
    return parentOf(rows[0]?.pid ?? 0)
  })

/** Resident memory of one process, in megabytes. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

const parentOf = (pid: number): number => Number(statOf(pid)[1])

/** The fields after the name, which may hold anything. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** User and system time, with that of children that were waited for. */
const ticks = (pid: number) =>
  statOf(pid)
    .slice(11, 15)
    .reduce((sum, field) => sum + Number(field), 0)

const childrenOf = (pid: number) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === pid)
    .map(Number)
