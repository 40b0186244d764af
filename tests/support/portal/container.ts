import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from '@shared/zod'

/** What the container is made of, in an empty folder of this machine. */
export interface ContainerFolder {
  /** The container's `/app`. */
  app: string
  /** The container's `/data`. */
  data: string
  /** The container's `/backups`. */
  backups: string
  /** What the container file sets. */
  env: Record<string, string>
  /** Whether the process in the container is well, as the container file asks it, at this port. */
  isHealthy(port: number): boolean
  remove(): Promise<void>
}

/** Without it the container's root is not tried. */
export const hasBubblewrap =
  spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-user', 'true']).status === 0

/** Does what the last stage of docs/deploy/Dockerfile does, with the build of this checkout. */
export async function makeContainerFolder(): Promise<ContainerFolder> {
  const file = await readFile('docs/deploy/Dockerfile', 'utf8')
  const stage = file.slice(file.lastIndexOf('\nFROM ')).replaceAll('\\\n', '')
  const folder = await mkdtemp(join(tmpdir(), 'portal-container-'))
  const [app, data, backups] = [join(folder, 'app'), join(folder, 'data'), join(folder, 'backups')]
  for (const path of [app, data, backups]) await mkdir(path)
  for (const [, instruction = '', rest = ''] of stage.matchAll(/^(COPY|RUN) (.*)$/gm)) {
    if (instruction === 'COPY') await copyBuilt(rest, app)
    // The rest of what is run makes folders that only a container's root may make.
    else if (rest.startsWith('npm ')) await runInstall(rest, app)
  }
  const [, health = '[]'] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(stage) ?? []
  const [, set = ''] = /^ENV (.*)$/m.exec(stage) ?? []
  return {
    app,
    data,
    backups,
    env: Object.fromEntries(set.split(' ').map((pair) => pair.split('='))),
    isHealthy(port) {
      const [program, ...args]: string[] = JSON.parse(health.replace(':3000', `:${port}`))
      return program !== undefined && spawnSync(program, args, { cwd: app }).status === 0
    },
    remove: () => rm(folder, { recursive: true }),
  }
}

async function copyBuilt(rest: string, app: string): Promise<void> {
  const sources = rest.split(' ').filter((word) => word.startsWith('/build/'))
  for (const source of sources) {
    const path = source.replace('/build/', '')
    const isFolder = !/\.\w+$/.test(path)
    await cp(path, isFolder ? app : join(app, path.slice(path.lastIndexOf('/'))), {
      recursive: true,
    })
  }
}

async function runInstall(command: string, cwd: string): Promise<void> {
  // What this machine has fetched before need not be fetched again.
  const here = command.replace('--cache /tmp/npm', '--prefer-offline').replace('/tmp/npm', '')
  await promisify(execFile)('sh', ['-c', here], { cwd })
}

type Environment = Record<string, string | undefined>

export interface ContainerProcess {
  child: ChildProcess
  /** Asks it to stop, as an engine does. */
  terminate: () => void
}

/** Runs a file of the container's `server`, as an ordinary process of this machine. */
export function runPlainly(
  { app }: ContainerFolder,
  args: string[],
  env: Environment,
): ContainerProcess {
  const child = spawn(process.execPath, args, { cwd: app, env, stdio: 'pipe' })
  return { child, terminate: () => void child.kill('SIGTERM') }
}

const started = z.object({ 'child-pid': z.number() })

/**
 * The same in a root of its own that holds Node, a shell, their libraries, `/app`, `/data` and `/backups`, all but the
 * last two read-only, as a user without rights. It has the network of this machine.
 */
export function runConfined(
  { app, data, backups, env: own }: ContainerFolder,
  args: string[],
  env: Environment,
): ContainerProcess {
  const root = [
    ['--ro-bind', process.execPath, '/bin/node'],
    ...['/lib', '/lib64', '/usr/lib', '/bin/sh'].map((path) => ['--ro-bind-try', path, path]),
    ['--ro-bind', app, '/app', '--bind', data, '/data'],
    ['--bind', backups, '/backups'],
    ['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--remount-ro', '/'],
    ['--unshare-user', '--unshare-ipc', '--uid', '1000', '--gid', '1000'],
    ['--cap-drop', 'ALL', '--chdir', '/app', '--info-fd', '3'],
  ].flat()
  const child = spawn('bwrap', [...root, '/bin/node', ...args], {
    env: { PATH: process.env['PATH'], ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  let info = ''
  child.stdio[3]?.on('data', (chunk) => (info += String(chunk)))
  return {
    child,
    // It hands no signal on.
    terminate: () => void process.kill(started.parse(JSON.parse(info))['child-pid'], 'SIGTERM'),
  }
}
