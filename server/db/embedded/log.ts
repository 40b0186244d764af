import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import type { PostgresRunner } from './runner'

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
