import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

export const testAdmin = {
  email: 'admin@portal.example',
  password: 'a long password for tests only',
}

export interface PortalProcess {
  origin: string
  /** Holds `data`, `uploads` and everything else that this portal keeps. */
  folder: string
  /** What it has written to its log so far. */
  output: () => string
  process: ChildProcess
  /** Stops it as an operator would, and removes its folder. */
  stop: () => Promise<void>
}

/**
 * Starts the built portal as a process of its own, on the embedded Postgres, in an empty folder. Its
 * limits are a thousand times as wide, its password hashing as cheap as bcrypt allows.
 */
export async function startPortalProcess(
  settings: Record<string, string> = {},
): Promise<PortalProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-process-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, ['dist/server/index.js'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      PORT: String(port),
      PUBLIC_URL: origin,
      DATABASE_URL: '',
      DATA_DIR: join(folder, 'data'),
      UPLOADS_DIR: join(folder, 'uploads'),
      ADMIN_EMAIL: testAdmin.email,
      ADMIN_PASSWORD: testAdmin.password,
      SESSION_SECRET: 'test-session-secret-0123456789abcdef',
      PASSWORD_PEPPER: 'test-password-pepper-0123456789abcdef',
      DATA_KEY: Buffer.from('test-data-key-of-thirty-two-byte').toString('base64'),
      BCRYPT_COST: '4',
      LIMITS: '1000',
      ...settings,
    },
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)

  const stop = async () => {
    await endProcess(child)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await waitUntilReady(origin, child, () => output)
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, folder, output: () => output, process: child, stop }
}

async function waitUntilReady(origin: string, child: ChildProcess, output: () => string) {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The portal ended at its start:\n${output()}`)
    const answer = await fetch(`${origin}/readyz`).catch(() => null)
    if (answer?.ok) return
    await delay(50)
  }
  throw new Error(`The portal was not ready within a minute:\n${output()}`)
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  await gone
}

/** A port that nobody listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address
          ? resolve(address.port)
          : reject(new Error('No free port')),
      )
    })
  })
}
