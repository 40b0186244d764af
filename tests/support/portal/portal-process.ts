import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readdirSync, readFileSync } from 'node:fs'
import { z } from '@shared/zod'
import { drawFreePort } from '@server/free-port'
import { removeDataDir } from './remove-data-dir'
import { secrets } from './settings'

export const testAdmin = {
  email: 'admin@portal.example',
  password: 'a long password for tests only',
}

export interface PortalProcess {
  origin: string
  /** Holds `data`, `uploads` and everything else that this portal keeps. */
  folder: string
  /** Its settings, for commands against it. */
  env: Record<string, string | undefined>
  /** What it has written to its log so far. */
  output: () => string
  process: ChildProcess
  /** Kills it like `kill -9`. Its own Postgres keeps running as an orphan. */
  kill: () => Promise<void>
  /** Stops it as an operator would, so that another one can go on with what it kept. */
  end: () => Promise<void>
  /** Stops it as an operator would, and removes its folder. */
  stop: () => Promise<void>
}

/**
 * Starts the built portal as a process of its own, on the embedded Postgres, in an empty folder, and
 * waits until it is ready. Its limits are a thousand times as wide, its password hashing as cheap as
 * bcrypt allows. In place of an earlier one that has ended, it goes on with that one's folder and
 * address. Another build is named by its program, another Node by its path.
 */
export async function startPortalProcess(
  settings: Record<string, string> = {},
  earlier?: Pick<PortalProcess, 'folder' | 'origin'>,
  program?: string,
  node?: string,
): Promise<PortalProcess> {
  const portal = await spawnPortalProcess(settings, earlier, program, node)
  try {
    await waitUntilReady(portal)
    return portal
  } catch (error) {
    await portal.stop()
    throw error
  }
}

/** For a portal that keeps everything in one folder. */
export const folderSettings = ({ folder, port }: { folder: string; port: number }) => ({
  PORT: String(port),
  PUBLIC_URL: `http://localhost:${port}`,
  DATABASE_URL: '',
  DATA_DIR: join(folder, 'data'),
  UPLOADS_DIR: join(folder, 'uploads'),
  ADMIN_EMAIL: testAdmin.email,
  ADMIN_PASSWORD: testAdmin.password,
  ...secrets,
})

/** The same as tests want it. */
export const testSettings = (place: { folder: string; port: number }) => ({
  ...folderSettings(place),
  PATH: process.env['PATH'],
  NODE_ENV: 'test',
  BCRYPT_COST: '4',
  LIMITS: '1000',
})

/** The same without waiting. */
export async function spawnPortalProcess(
  settings: Record<string, string> = {},
  earlier?: Pick<PortalProcess, 'folder' | 'origin'>,
  program = 'dist/server/index.js',
  node = process.execPath,
): Promise<PortalProcess> {
  const folder = earlier?.folder ?? (await mkdtemp(join(tmpdir(), 'portal-process-')))
  const port = earlier ? new URL(earlier.origin).port : await drawFreePort()
  const origin = `http://localhost:${port}`
  const env = { ...testSettings({ folder, port: Number(port) }), ...settings }
  const { environment, nodeOptions } = await readStartCommand()
  const child = spawn(node, [...nodeOptions, program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment, ...env },
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  return {
    origin,
    folder,
    env,
    output: () => output,
    process: child,
    kill: () => endProcess(child, 'SIGKILL'),
    end: () => endProcess(child, 'SIGTERM'),
    async stop() {
      await endProcess(child, 'SIGTERM')
      await removeDataDir(join(folder, 'data'))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Throws the portal's log when the portal ends before it is ready, or takes over a minute. */
export async function waitUntilReady(
  portal: Pick<PortalProcess, 'origin' | 'process' | 'output'>,
): Promise<void> {
  const { origin, process: child, output } = portal
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The portal ended at its start:\n${output()}`)
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    if (answer?.ok) return
    await delay(50)
  }
  throw new Error(`The portal was not ready within a minute:\n${output()}`)
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill(signal)
  await gone
}

const manifest = z.object({ scripts: z.object({ start: z.string() }) })

/** What `npm start` gives the portal's process in addition to its settings: for its memory, above all. */
export async function readStartCommand() {
  const { scripts } = manifest.parse(JSON.parse(await readFile('package.json', 'utf8')))
  const [, given, options] =
    /^exec env (.+) node (.+) dist\/server\/index\.js$/.exec(scripts.start) ?? []
  if (!given || !options) throw new Error(`npm start is of another form: ${scripts.start}`)
  const settings = given.split(' ').map((setting) => setting.split('=', 2))
  return {
    environment: Object.fromEntries(settings.map(([name = '', value = '']) => [name, value])),
    nodeOptions: options.split(' '),
  }
}

export function childrenOf(parent: number): number[] {
  return allProcesses().filter((pid) => parentOf(pid) === parent)
}

/** Its children, theirs, and so on. */
export function descendantsOf(parent: number): number[] {
  return childrenOf(parent).flatMap((child) => [child, ...descendantsOf(child)])
}

/** The command lines of all that were given this path, as an argument or in their environment. */
export function commandsWith(path: string): string[] {
  return allProcesses()
    .filter((pid) => pid !== process.pid)
    .map((pid) => [readProc(pid, 'cmdline'), readProc(pid, 'environ')] as const)
    .filter((texts) => texts.some((text) => text.includes(path)))
    .map(([command]) => command.replaceAll('\0', ' ').trim())
}

const allProcesses = () =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)

function parentOf(pid: number): number {
  const stat = readProc(pid, 'stat')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** Empty when the process is gone, or someone else's. */
function readProc(pid: number, file: 'stat' | 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
