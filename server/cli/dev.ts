import { createRequire } from 'node:module'
import { dirname, resolve, sep } from 'node:path'
import express from 'express'
import { createServer as createViteServer, type InlineConfig, type ViteDevServer } from 'vite'
import { configuredDatabase } from '../db/database-urls'
import { startEmbeddedPostgres } from '../db/embedded/start'
import { loadEnv } from '../env'
import { explainFailure } from '../explain-failure'
import { freePort } from '../free-port'
import { prepareStop } from '../graceful-stop'
import { startApiProcess } from './api-process'
import { envFileExists, makeSecrets, writeEnvFile } from './env-file'

/** Longer than the API ever takes to stop. */
const stopMs = 60_000
const stopping = prepareStop(stopMs)

/**
 * `npm run dev`: writes `.env` if there is none, starts the embedded Postgres, the API (restarted
 * when a file is saved) and Vite, and prints one address. This process owns Postgres.
 */
async function dev(): Promise<void> {
  const created = envFileExists() ? null : await writeFirstEnvFile()
  const env = loadEnv()
  const embedded = env.databaseUrl
    ? null
    : await startEmbeddedPostgres({
        dataDir: env.dataDir,
        onLog: console.log,
        onEnd: endWithPostgres,
      })
  stopping.add(() => embedded?.stop())
  const database = configuredDatabase(env) ?? embedded

  const apiPort = await freePort(env.port + 1)
  const api = startApiProcess({
    DATABASE_URL: database?.url ?? '',
    MIGRATION_DATABASE_URL: database?.ownerUrl ?? '',
    PORT: String(apiPort),
    // The browser talks to Vite, which is in front of the API as a proxy would be.
    PUBLIC_URL: `http://localhost:${env.port}`,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: env.logLevel === 'info' ? 'warn' : env.logLevel,
  })
  const proxy = { target: `http://127.0.0.1:${apiPort}`, changeOrigin: false, xfwd: true }
  const vite = await createVite({
    configFile: 'vite.config.ts',
    plugins: [{ name: 'api-docs', configureServer: serveApiDocs }],
    server: {
      host: '127.0.0.1',
      port: env.port,
      strictPort: true,
      proxy: {
        '/api': proxy,
        '/uploads': proxy,
        '^/r/': proxy,
        '/healthz': proxy,
        '/readyz': proxy,
      },
    },
  })
  stopping.add(() => vite.close())
  // Stopped first, as requests under way come to it through Vite.
  stopping.add(() => api.stop())
  const sources = [resolve('server'), resolve('shared')]
  vite.watcher.add(sources)
  vite.watcher.on('change', (path) => {
    if (sources.some((source) => path.startsWith(source + sep))) void api.restart()
  })

  try {
    await vite.listen()
    await api.ready()
  } catch (error) {
    printError(error)
    await stopping.stop(1)
  }
  console.log(`\n  The portal is ready:  http://localhost:${env.port}\n`)
  if (created) {
    console.log(`  Administrator:        ${created.ADMIN_EMAIL}`)
    console.log(`  Password:             ${created.ADMIN_PASSWORD}   (shown once; kept in .env)\n`)
  }
}

function endWithPostgres(): void {
  console.error('Postgres ended, and so does the portal. npm run dev starts both again.')
  void stopping.stop(1)
}

/** Vite as it is, but for its own handler of SIGTERM: that ends the process before the API is done. */
async function createVite(config: InlineConfig) {
  const handlers = process.listeners('SIGTERM')
  const vite = await createViteServer(config)
  for (const handler of process.listeners('SIGTERM')) {
    if (!handlers.includes(handler)) process.off('SIGTERM', handler)
  }
  return vite
}

/** Shows docs/openapi.json at /docs/api/, in development only. */
function serveApiDocs({ middlewares }: ViteDevServer): void {
  const viewer = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  const start =
    "SwaggerUIBundle({ url: 'openapi.json', dom_id: '#swagger-ui', docExpansion: 'none' })"
  const app = express()
  app.get('/openapi.json', (_req, res) => res.sendFile(resolve('docs/openapi.json')))
  app.get('/swagger-initializer.js', (_req, res) => res.type('js').send(start))
  app.use(express.static(viewer))
  middlewares.use('/docs/api', app)
}

async function writeFirstEnvFile() {
  const port = await freePort(3000)
  const admin = { ADMIN_EMAIL: 'admin@creditpartner.example', ...makeSecrets() }
  const PUBLIC_URL = `http://localhost:${port}`
  await writeEnvFile({ PORT: String(port), PUBLIC_URL, ...admin, ADMIN_SECOND_FACTOR: 'optional' })
  return admin
}

function printError(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  const lines = explainFailure(error) ?? [message]
  console.error(`The portal cannot start:\n${lines.map((line) => `  - ${line}`).join('\n')}`)
}

try {
  await dev()
} catch (error) {
  printError(error)
  await stopping.stop(1)
}
