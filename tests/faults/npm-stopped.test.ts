import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drawFreePort } from '@server/free-port'
import { findProcess } from '@server/db/embedded/server'
import { testSettings, commandsWith, descendantsOf } from '@tests/support/portal/portal-process'
import { removeDataDir } from '@tests/support/portal/remove-data-dir'
import { beginUpload } from './slow-upload'

const waiting = { timeout: 60_000, interval: 20 }
const scripts = ['start', 'run dev']
/** The third one npm does not hand on: it just ends. */
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

let folder: string
let running: number[]

/** The project without an `.env` of its own: `npm run dev` would write one into it. */
beforeEach(async () => {
  running = []
  folder = await mkdtemp(join(tmpdir(), 'portal-npm-'))
  await mkdir(join(folder, 'project'))
  for (const name of await readdir('.')) {
    await symlink(resolve(name), join(folder, 'project', name))
  }
})
afterEach(async () => {
  for (const pid of running) if (findProcess(pid)) process.kill(pid, 'SIGKILL')
  await removeDataDir(join(folder, 'data'))
  await rm(folder, { recursive: true, force: true })
})

async function startNpm(script: string) {
  const port = await drawFreePort()
  const npm = spawn('npm', script.split(' '), {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: join(folder, 'project'),
    env: {
      HOME: folder,
      ...testSettings({ folder, port }),
      NODE_ENV: undefined,
      // Cheaper hashing is for tests only, and `npm start` is production.
      BCRYPT_COST: '12',
      npm_config_update_notifier: 'false',
    },
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  npm.stdout.on('data', collect)
  npm.stderr.on('data', collect)
  const { pid = 0 } = npm
  const ended = once(npm, 'exit')
  running.push(pid)
  const origin = `http://localhost:${port}`
  async function ready() {
    await vi.waitUntil(async () => npm.exitCode !== null || (await answers(origin)), waiting)
    expect(npm.exitCode, output).toBeNull()
  }
  return { pid, ended, origin, ready, output: () => output }
}

const answers = async (origin: string) =>
  Boolean((await fetch(`${origin}/readyz`).catch(() => null))?.ok)

/** Neither what was seen running nor what may have started since. */
const nothingIsLeft = () =>
  vi.waitFor(() => {
    expect(running.filter((pid) => findProcess(pid))).toEqual([])
    expect(commandsWith(folder)).toEqual([])
  }, waiting)

it.each(scripts.flatMap((script) => signals.map((signal) => [script, signal] as const)))(
  'npm %s ended by %s: what is under way is finished, and then nothing is left',
  async (script, signal) => {
    const { pid, ended, origin, ready, output } = await startNpm(script)
    await ready()
    running.push(...descendantsOf(pid))
    const names = running.map((one) => findProcess(one)?.name)
    expect(names).toContain('postgres')

    const finishUpload = await beginUpload(origin)
    process.kill(pid, signal)
    await vi.waitUntil(async () => !(await answers(origin)), waiting)
    const { uploadKey } = await finishUpload()
    expect(uploadKey).not.toBe('')
    await ended
    await nothingIsLeft()
    expect(output()).not.toContain('connections lost')
  },
)

it.each(scripts)('npm %s ended while it begins leaves nothing', async (script) => {
  const { pid, ended } = await startNpm(script)
  await vi.waitUntil(() => existsSync(join(folder, 'data', 'postgres', 'postmaster.pid')), waiting)
  running.push(...descendantsOf(pid))
  process.kill(pid, 'SIGTERM')
  await ended
  await nothingIsLeft()
})
