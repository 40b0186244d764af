import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import type { PortalProcess } from './portal-process'

export interface FsckResult {
  /** 0: sound; 1: not sound; 2: it could not run. */
  exitCode: number | null
  /** What it printed. */
  output: string
}

/** Runs `npm run fsck` beside a portal. */
export async function runFsck(
  { env }: Pick<PortalProcess, 'env'>,
  ...options: string[]
): Promise<FsckResult> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/cli/fsck.ts', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [exitCode, ...printed] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { exitCode, output: printed.join('').trim() }
}
