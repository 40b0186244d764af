import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A program of the system that runs until it is ended, with its output in a file. */
export interface Program {
  pid: number
  /** As a power cut does. */
  kill(): Promise<void>
  /** As its operator does; after a while as a power cut does. */
  end(): Promise<void>
}

interface Command {
  /** Where its log is. */
  folder: string
  name: string
  command: readonly string[]
}

const endMs = 20_000

const started = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL')
})

const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v "$0"`, program], { stdio: 'ignore' }).status === 0

/** Packages that are missing are named by one of their programs. */
export const listMissing = (programs: readonly string[]): string[] =>
  programs.filter((program) => !isInstalled(program))

export function startProgram({ folder, name, command: [program = '', ...args] }: Command): Program {
  mkdirSync(join(folder, 'log'), { recursive: true })
  const log = openSync(join(folder, 'log', `${name}.log`), 'a')
  // Of a group of its own: Ctrl-C is for the lab, which ends them in order.
  const child = spawn(program, args, { stdio: ['ignore', log, log], detached: true })
  closeSync(log)
  started.add(child)
  child.once('exit', () => started.delete(child))
  return {
    pid: child.pid ?? 0,
    kill: () => signal(child, 'SIGKILL'),
    async end() {
      const late = setTimeout(() => child.kill('SIGKILL'), endMs)
      await signal(child, 'SIGTERM')
      clearTimeout(late)
    },
  }
}

async function signal(child: ChildProcess, name: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(name)
  await gone
}

/** Runs a program to its end. Throws with what it said when it fails. */
export function runProgram(command: readonly string[], timeoutMs = 60_000): string {
  const [program = '', ...args] = command
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    timeout: timeoutMs,
  })
  if (status !== 0) throw new Error(`${command.join(' ')}: ${stderr || stdout || 'no answer'}`)
  return stdout
}

/** Asks until it is so. Throws with the name of what did not come, and the last reason. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  seconds = 60,
): Promise<void> {
  const deadline = Date.now() + seconds * 1_000
  let reason: unknown
  while (Date.now() < deadline) {
    try {
      if (await isSo()) return
    } catch (error) {
      reason = error
    }
    await delay(200)
  }
  throw new Error(`${what}, not within ${seconds} s`, { cause: reason })
}
