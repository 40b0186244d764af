import { once } from 'node:events'
import { afterAll, onTestFinished, afterEach, beforeEach, vi } from 'vitest'
import request from 'supertest'
import { listen } from '@tests/support/network/listen'
import { startTestApp, type TestApp } from './app'
import { createApp } from '@server/app'
import { createHttpServer } from '@server/http/http-server'
import { withClient } from './postgres'
import { logIn, type Agent } from './agents'
import { buildAdmin, type BuiltUser } from './factories'
import { stopClock } from './second-factor'

/** A portal for all tests of a file, closed after the last. To be called at the top of the file. */
export async function startSharedApp(
  ...options: Parameters<typeof startTestApp>
): Promise<TestApp> {
  const app = await startTestApp(...options)
  afterAll(() => app.close())
  return app
}

/** For one test: another process of the portal, with the same database and settings of its own. */
export async function startAppBeside(app: TestApp, env: Record<string, string>): Promise<TestApp> {
  const database = { url: app.databaseUrl, drop: () => Promise.resolve() }
  const other = await startTestApp({ database, env })
  onTestFinished(() => other.close())
  return other
}

/** Begins to count the statements and transactions of a portal, with those of its own limits. */
export function countQueries({ pool }: Pick<TestApp, 'pool'>): () => number {
  let count = 0
  const add = () => void (count += 1)
  pool.on('acquire', add)
  onTestFinished(() => void pool.off('acquire', add))
  return () => count
}

/** The same portal on another port, which counts the contents that it has opened. */
export async function startCountingPortal(app: TestApp) {
  let opened = 0
  const storage: typeof app.storage = {
    ...app.storage,
    read(...of) {
      opened += 1
      return app.storage.read(...of)
    },
  }
  const server = createHttpServer(createApp({ ...app, storage }))
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    opened: () => opened,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Every table that has a text in any of its rows, those of the jobs too: what a dump would tell. */
export const tablesWith = ({ databaseUrl }: TestApp, text: string): Promise<string[]> =>
  withClient(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const { rowCount } = await client.query(
        `select from ${name} t where position($1 in t::text) > 0 limit 1`,
        [text],
      )
      if (rowCount) found.push(name)
    }
    return found
  })

const metricsToken = 'metrics-token-0123456789-abcdefghijklm'

/** A setting for a portal that is measured. */
export const measured = { METRICS_TOKEN: metricsToken }

/** Everything that a measured portal tells, in the words of Prometheus. */
export async function readMetrics({ url }: Pick<TestApp, 'url'>): Promise<string> {
  const { text } = await request(url)
    .get('/metrics')
    .set('Authorization', `Bearer ${metricsToken}`)
    .expect(200)
  return text
}

interface StillPortal {
  app: TestApp
  admin: BuiltUser
  /** Where the administrator is logged in. */
  here: Agent
}

/**
 * A portal for all tests of a file. Each test begins with a new administrator, logged in, and with a clock that
 * does not move.
 */
export async function startStillPortal(
  env: Record<string, string> = {},
): Promise<Readonly<StillPortal>> {
  const app = await startSharedApp({ env })
  let current: Omit<StillPortal, 'app'> | undefined
  beforeEach(async () => {
    stopClock()
    await app.pool.query('delete from users where is_admin = 1')
    const admin = await buildAdmin(app)
    current = { admin, here: await logIn(app, admin) }
  })
  afterEach(() => vi.useRealTimers())
  const get = () => {
    if (!current) throw new Error('The administrator comes with the first test.')
    return current
  }
  return {
    app,
    get admin() {
      return get().admin
    },
    get here() {
      return get().here
    },
  }
}
