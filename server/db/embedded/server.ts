import { type ChildProcess, execFileSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { join, basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readFileSync, statSync } from 'node:fs'
import { drawFreePort } from '../../free-port'
import { exists, lastLines, spawnLogged, type ServerLog } from './cluster'
import type { PostgresRunner } from './runner'

/** Failures worth a retry: the port has been taken, or a killed server's last processes are still ending. */
const passing = /Address already in use|lock file .* already exists|pre-existing shared memory/
const passingMs = 15_000
/** Replaying the log after a crash can take minutes on a slow disk. */
const readyMs = 300_000

export interface LaunchedServer {
  child: ChildProcess
  port: number
}

/**
 * Starts the server over the cluster, after stopping one that a killed Node left behind, and waits
 * until it accepts connections, on a free port. Throws with the end of its log when it does not start.
 */
export async function launchServer(
  runner: PostgresRunner,
  log: ServerLog,
  onLog: (line: string) => void,
): Promise<LaunchedServer> {
  const deadline = Date.now() + passingMs
  for (;;) {
    await stopOrphan(runner.cluster, onLog)
    const offset = log.size()
    const port = await drawFreePort()
    const child = spawnLogged(runner, log, 'postgres', serverArguments(runner.cluster, port))
    const failure = await waitUntilReady(child, runner.cluster)
    if (failure === undefined) return { child, port }
    const output = log.since(offset)
    if (!passing.test(output) || Date.now() > deadline) {
      throw new Error(`Postgres does not start (${failure}):\n${lastLines(output)}`)
    }
    await delay(250)
  }
}

function serverArguments(cluster: string, port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    // Paths of sockets are limited to about 100 characters.
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '64MB',
    fsync: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Left out of an error's message: the values of the row, a person's email among them.
    log_error_verbosity: 'terse',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', cluster, '-p', String(port), ...flags]
}

/** Returns why the server ended instead; undefined when it accepts connections. */
async function waitUntilReady(child: ChildProcess, cluster: string): Promise<string | undefined> {
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(`exit ${code ?? signal}`))
  })
  const stopWithNode = () => child.kill('SIGINT')
  process.once('exit', stopWithNode)
  child.once('exit', () => process.off('exit', stopWithNode))
  const deadline = Date.now() + readyMs
  while (Date.now() < deadline) {
    const failure = await Promise.race([ended, delay(20)])
    if (failure) return failure
    if ((await readyPort(cluster, child.pid)) !== undefined) return undefined
  }
  if (child.pid) await shutDownPostmaster(child.pid)
  return 'not ready in time'
}

/**
 * Stops the server that a killed Node left behind over this cluster, and clears a pid file that
 * would keep Postgres from starting.
 */
async function stopOrphan(cluster: string, onLog: (line: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const content = await readPidFile(pidFile)
  if (content === undefined) return
  const pid = Math.abs(Number.parseInt(content, 10))
  if (isPostmasterOf(pid, cluster)) {
    onLog(`Stopping the Postgres that an earlier run left behind (process ${pid})`)
    await shutDownPostmaster(pid)
  } else if (!content.trim()) {
    await fs.rm(pidFile, { force: true })
  } else if (isTaken(pid)) {
    // The pid went to another process, which makes Postgres refuse to start. It accepts the pid of
    // its own parent, and the rest of the file lets it check that no backend still runs.
    await fs.writeFile(pidFile, content.replace(/^-?\d+/, String(process.pid)))
  }
}

/** Waits a second for the content, as a server that is just starting may not have written it. */
async function readPidFile(path: string): Promise<string | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    if (!(await exists(path))) return undefined
    const content = await fs.readFile(path, 'utf8')
    if (content.trim() || attempt === 10) return content
    await delay(100)
  }
}

/** Unlike a look at the process itself, true for a zombie as well, as it is for Postgres. */
function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The port of the running server of this cluster, once it accepts connections. */
export async function readyPort(cluster: string, pid?: number): Promise<number | undefined> {
  const content = await fs.readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = content.split('\n').map((line) => line.trim())
  const owner = Number(lines[0])
  if (lines[7] !== 'ready' || (pid !== undefined && owner !== pid)) return undefined
  return Number(lines[3])
}

interface RunningProcess {
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
