import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { createServer as createViteServer } from 'vite'
import { startEmbeddedPostgres } from '../db/embedded'
import { EnvironmentError, inheritedEnv, loadEnv } from '../env'
import { envFileExists, freePort, writeEnvFile } from './env-file'

/**
 * `npm run dev`: writes `.env` if there is none, starts the embedded Postgres, the API (restarted
 * when a file is saved) and Vite, and prints one address. This process owns Postgres.
 */
async function dev(): Promise<void> {
  const created = envFileExists() ? null : await writeFirstEnvFile()
  const env = loadEnv()
  const embedded = env.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: env.dataDir, onLog: console.log })

  const apiPort = await freePort(env.port + 1)
  const api = startApi({
    DATABASE_URL: env.databaseUrl ?? embedded?.url ?? '',
    PORT: String(apiPort),
    // The browser talks to Vite, which stands in front of the API as a proxy does.
    PUBLIC_URL: `http://localhost:${env.port}`,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: env.logLevel === 'info' ? 'warn' : env.logLevel,
  })
  const target = `http://127.0.0.1:${apiPort}`
  const proxy = { target, changeOrigin: false, xfwd: true }
  const vite = await createViteServer({
    configFile: 'vite.config.ts',
    server: {
      host: '127.0.0.1',
      port: env.port,
      strictPort: true,
      proxy: { '/api': proxy, '/uploads': proxy, '/healthz': proxy, '/readyz': proxy },
    },
  })

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await Promise.all([vite.close(), endChild(api)])
    await embedded?.stop()
    process.exit(0)
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
  api.once('exit', () => void stop())

  await vite.listen()
  await answers(`${target}/readyz`)
  console.log(`\n  The portal is ready:  http://localhost:${env.port}\n`)
  if (created) {
    console.log(`  Administrator:        ${created.adminEmail}`)
    console.log(`  Password:             ${created.adminPassword}   (shown once; kept in .env)\n`)
  }
}

async function writeFirstEnvFile() {
  const port = await freePort(3000)
  return writeEnvFile({
    port,
    publicUrl: `http://localhost:${port}`,
    adminEmail: 'admin@creditpartner.example',
  })
}

function startApi(settings: Record<string, string>): ChildProcess {
  return spawn(
    process.execPath,
    ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/index.ts'],
    { stdio: ['ignore', 'inherit', 'inherit'], env: { ...inheritedEnv(), ...settings } },
  )
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  await gone
}

async function answers(url: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await delay(100)
  }
  throw new Error('The API did not start within a minute.')
}

try {
  await dev()
} catch (error) {
  const lines = error instanceof EnvironmentError ? error.problems : [explain(error)]
  console.error(`The portal cannot start:\n${lines.map((line) => `  - ${line}`).join('\n')}`)
  process.exit(1)
}

function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
