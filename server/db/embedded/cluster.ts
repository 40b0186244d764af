import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type { PostgresRunner } from './runner'

/** The superuser of the cluster; the portal itself connects as a role with fewer rights. */
export const superuser = 'postgres'

/**
 * Upper and lower case come from the builtin provider, the same everywhere. Only which characters
 * are letters for trigram searches comes from the system: with C, only ASCII letters would be.
 */
const letterLocales = ['C.UTF-8', 'en_US.UTF-8', 'C']

/** Creates the cluster unless it exists, whole or not at all. */
export async function ensureCluster(runner: PostgresRunner, log: ServerLog, password: string) {
  const parent = dirname(runner.cluster)
  for (const name of await fs.readdir(parent)) {
    if (!name.startsWith('postgres.new-')) continue
    // An initdb whose Node was killed may still be writing here; what it leaves goes next time.
    await fs.rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined)
  }
  if (!(await exists(join(runner.cluster, 'PG_VERSION')))) {
    await createCluster(runner, log, password)
  }
  if (runner.link && !(await exists(runner.link))) await fs.symlink(runner.cluster, runner.link)
}

async function createCluster(runner: PostgresRunner, log: ServerLog, password: string) {
  const temporary = await fs.mkdtemp(`${runner.cluster}.new-`)
  const passwordFile = `${temporary}.password`
  await fs.writeFile(passwordFile, password, { mode: 0o600 })
  if (runner.owner) {
    await fs.chown(temporary, runner.owner.uid, runner.owner.gid)
    await fs.chown(passwordFile, runner.owner.uid, runner.owner.gid)
  }
  try {
    await initialise(runner, log, temporary, passwordFile)
    await fs.rename(temporary, runner.cluster)
    await syncFolder(dirname(runner.cluster))
  } finally {
    await fs.rm(passwordFile, { force: true })
    await fs.rm(temporary, { recursive: true, force: true })
  }
}

async function initialise(
  runner: PostgresRunner,
  log: ServerLog,
  folder: string,
  passwordFile: string,
) {
  for (const locale of letterLocales) {
    const offset = log.size()
    const child = spawnLogged(runner, log, 'initdb', [
      `--pgdata=${folder}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${locale}`,
    ])
    const [code]: unknown[] = await once(child, 'exit')
    if (code === 0) return
    const output = log.since(offset)
    if (!output.includes('invalid locale name')) {
      throw new Error(`The database could not be created:\n${lastLines(output)}`)
    }
  }
}

/** Throws when it cannot tell, so that unreadable data is never mistaken for missing data. */
export async function exists(path: string): Promise<boolean> {
  try {
    await fs.stat(path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await fs.open(path, 'r')
  await folder.sync()
  await folder.close()
}

const maxLogBytes = 5 * 1024 * 1024

/** A log file that can tell what was written to it since it was opened. */
export interface ServerLog {
  path: string
  size(): number
  since(offset: number): string
}

/** Opens the log, putting an old one aside when it is over 5 MB. */
export async function openServerLog(path: string): Promise<ServerLog> {
  closeSync(openSync(path, 'a', 0o600))
  if (statSync(path).size > maxLogBytes) {
    await rename(path, `${path}.1`)
    closeSync(openSync(path, 'a', 0o600))
  }
  return {
    path,
    size: () => statSync(path).size,
    since(offset) {
      const buffer = Buffer.alloc(Math.min(statSync(path).size - offset, 64 * 1024))
      const file = openSync(path, 'r')
      readSync(file, buffer, 0, buffer.length, statSync(path).size - buffer.length)
      closeSync(file)
      return buffer.toString('utf8')
    },
  }
}

/** Runs a program of Postgres with its output appended to the log. */
export function spawnLogged(
  runner: PostgresRunner,
  log: ServerLog,
  program: 'initdb' | 'postgres',
  args: string[],
): ChildProcess {
  const output = openSync(log.path, 'a')
  // A session of its own for the server: Ctrl-C in the terminal must reach it only through stop(),
  // after the requests in progress have been answered.
  const detached = program === 'postgres'
  const child = runner.spawn(program, args, { stdio: ['ignore', output, output], detached })
  closeSync(output)
  return child
}

/** The end of a log, for error messages. */
export function lastLines(log: string, count = 15): string {
  return log.trimEnd().split('\n').slice(-count).join('\n')
}
