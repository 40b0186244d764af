import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestApp } from './app'
import type { PortalProcess } from './portal-process'

export interface CommandResult {
  exitCode: number | null
  /** What it printed. */
  output: string
}

/** Runs a command of the build, or of another one, next to a running portal. */
export async function runCommand(
  name: string,
  { env, build = 'dist' }: Pick<PortalProcess, 'env'> & { build?: string },
  ...options: string[]
): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(build, 'server/portal.js'), name, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [exitCode, ...printed] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { exitCode, output: printed.join('').trim() }
}

/** The settings of a test's app, for commands against it. */
export const settingsOf = ({ env, databaseUrl, uploadsDir }: TestApp): PortalProcess['env'] => ({
  PATH: process.env['PATH'],
  NODE_ENV: 'test',
  DATABASE_URL: databaseUrl,
  UPLOADS_DIR: uploadsDir,
  SESSION_SECRET: env.sessionSecret,
  PASSWORD_PEPPER: env.passwordPeppers.join(','),
  DATA_KEY: env.dataKeys.map((key) => key.toString('base64')).join(','),
  LOG_LEVEL: 'silent',
})
