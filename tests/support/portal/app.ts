import type { Server } from 'node:http'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listen } from '@tests/support/network/listen'
import { createApp, type Deps } from '@server/app'
import { connectPortal } from '@server/connect-portal'
import { parseEnv } from '@server/env'
import { createHttpServer, logBrokenRequests } from '@server/http/http-server'
import { createLogger } from '@server/http/logger'
import { checkAnswers } from './check-answers'
import { createTestDatabase } from './database'
import { makeMemoryFolder } from './memory-folder'
import { runAs, type TestDatabase } from './postgres'
import { secrets } from './settings'

export interface TestApp extends Deps {
  /** Where it listens. */
  url: string
  /** What a browser on its pages sends as Origin. */
  origin: string
  databaseUrl: string
  /** Runs a statement as the owner of the tables, for what the portal itself may not do. */
  asOwner(statement: string): Promise<void>
  uploadsDir: string
  server: Server
  /** Everything logged so far. */
  logs(): string
  /** Paths of all stored contents, backups and temporaries, relative to the uploads folder. */
  storedPaths(): Promise<string[]>
  close(): Promise<void>
}

interface Overrides {
  /** Settings, by the names of the environment. */
  env?: Record<string, string>
  clientDir?: string
  /** A database to share with another app; it is not dropped on close. */
  database?: TestDatabase
}

/**
 * The real portal on a database, a folder and a port of its own. Its limits are a thousand times as
 * wide, its password hashing as cheap as bcrypt allows.
 */
export async function startTestApp(overrides: Overrides = {}): Promise<TestApp> {
  const database = overrides.database ?? (await createTestDatabase())
  const portalUrl = database.portalUrl ?? database.url
  const uploadsDir = await makeMemoryFolder('portal-test-uploads-')
  const server = createHttpServer()
  const port = await listen(server)
  const url = `http://127.0.0.1:${port}`
  const env = parseEnv({
    ...secrets,
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: portalUrl,
    UPLOADS_DIR: uploadsDir,
    BCRYPT_COST: '4',
    LIMITS: '1000',
    ...overrides.env,
  })

  const lines: string[] = []
  const logger = createLogger(
    { logLevel: 'debug' },
    { write: (line: string) => void lines.push(line) },
  )
  const portal = await connectPortal(env, portalUrl, logger)
  const deps = {
    ...portal.deps,
    clientDir: overrides.clientDir ?? null,
    isStopping: () => false,
    findDisagreements: async () => [],
  }
  server.on('request', checkAnswers(createApp(deps)))
  logBrokenRequests(server, logger)

  return {
    ...deps,
    server,
    url,
    origin: env.publicOrigin,
    databaseUrl: database.url,
    asOwner: (statement) => runAs(database.url, statement),
    uploadsDir,
    logs: () => lines.join(''),
    async storedPaths() {
      const entries = await readdir(uploadsDir, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(uploadsDir.length + 1))
        .toSorted()
    },
    async close() {
      await stop(server)
      await portal.close()
      if (!overrides.database) await database.drop()
      await rm(uploadsDir, { recursive: true, force: true })
    },
  }
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
