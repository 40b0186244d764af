import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export interface RunningProcess {
  name: string
  /** Tells two processes apart that had the same pid one after the other. */
  startedAt: string
}

/** The system's facts about a process; undefined when it is gone or only a zombie. */
export function findProcess(pid: number): RunningProcess | undefined {
  try {
    return process.platform === 'linux' ? readProc(pid) : askPs(pid)
  } catch {
    return undefined
  }
}

function readProc(pid: number): RunningProcess | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const nameEnd = stat.lastIndexOf(')')
  const fields = stat.slice(nameEnd + 2).split(' ')
  if (fields[0] === 'Z' || fields[0] === 'X') return undefined
  return { name: stat.slice(stat.indexOf('(') + 1, nameEnd), startedAt: fields[19] ?? '' }
}

function askPs(pid: number): RunningProcess | undefined {
  const line = execFileSync('ps', ['-o', 'state=,lstart=,comm=', '-p', String(pid)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
  const fields = line.split(/\s+/)
  if (!line || fields[0]?.startsWith('Z')) return undefined
  return { name: basename(fields.slice(6).join(' ')), startedAt: fields.slice(1, 6).join(' ') }
}

/**
 * Whether a process is the Postgres server over this cluster: a postmaster always works inside its
 * data folder. Throws when it is a Postgres that we may not look into.
 */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  if (findProcess(pid)?.name !== 'postgres') return false
  try {
    const place = statSync(workingDirectory(pid))
    const own = statSync(cluster)
    return place.ino === own.ino && place.dev === own.dev
  } catch (error) {
    if (!findProcess(pid)) return false
    throw new Error(
      `Process ${pid} may be a Postgres that still uses ${cluster}. Stop it, then start again.`,
      { cause: error },
    )
  }
}

function workingDirectory(pid: number): string {
  if (process.platform === 'linux') return `/proc/${pid}/cwd`
  const fields = execFileSync('lsof', ['-a', '-p', String(pid), '-d', 'cwd', '-Fn'], {
    encoding: 'utf8',
  })
  return (
    fields
      .split('\n')
      .find((field) => field.startsWith('n'))
      ?.slice(1) ?? ''
  )
}

/**
 * Stops a Postgres server and waits until it is gone: a fast shutdown, after 30 s an immediate one,
 * which loses nothing either but makes the next start recover from the log.
 */
export async function shutDownPostmaster(pid: number): Promise<void> {
  const started = findProcess(pid)?.startedAt
  const isAlive = () => started !== undefined && findProcess(pid)?.startedAt === started
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    const deadline = Date.now() + 30_000
    if (isAlive()) process.kill(pid, signal)
    while (isAlive() && Date.now() < deadline) await delay(20)
  }
  if (isAlive()) throw new Error(`Postgres (process ${pid}) does not stop.`)
}
