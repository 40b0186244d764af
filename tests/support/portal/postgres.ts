import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import { startEmbeddedPostgres } from '@server/db/embedded/start'
import { migrateDatabase } from '@server/db/migrate'
import { makeMemoryFolder } from './memory-folder'
import { removeDataDir } from './remove-data-dir'

/** A running server with a migrated database to clone. */
export interface TestPostgres {
  /** Of a database that is no template, for creating and dropping others. */
  adminUrl: string
  /** The same server as the portal's own role. */
  portalUrl: string
  /** Null for a server that was given. */
  superuserUrl: string | null
  template: string
}

export interface TestDatabase {
  /** Of the role that owns its tables. */
  url: string
  /** Of the role that the portal works as; unless given, the owner. */
  portalUrl?: string
  drop(): Promise<void>
}

/**
 * Starts the one Postgres of a test run, or uses the server that TEST_DATABASE_URL names, whose role
 * must be allowed to create databases.
 */
export async function startTestPostgres(): Promise<TestPostgres & { stop(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  const server = given
    ? { url: given, ownerUrl: given, superuserUrl: null, stop: async () => undefined }
    : await startOwnServer()
  try {
    const { url: portalUrl, ownerUrl: adminUrl, superuserUrl } = server
    const template = await createDatabase({ adminUrl, portalUrl })
    await migrateDatabase({ url: template.portalUrl, ownerUrl: template.url })
    return {
      adminUrl,
      portalUrl,
      superuserUrl,
      template: template.name,
      async stop() {
        await runAs(adminUrl, `drop database if exists "${filledTemplateOf(template.name)}"`)
        await template.drop()
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** A migrated database of its own, in a few milliseconds. */
export const cloneDatabase = (
  postgres: TestPostgres,
  template = postgres.template,
): Promise<TestDatabase & { name: string }> => createDatabase(postgres, template)

/** What `filled-database.ts` calls the same with many rows, once a test needs it. */
export const filledTemplateOf = (template: string): string => `${template}_filled`

/** A database with nothing in it. */
export const createEmptyDatabase = (postgres: TestPostgres): Promise<TestDatabase> =>
  createDatabase(postgres)

/** In memory where that can be: to create and drop a database on a disk means to wait for it. */
async function startOwnServer() {
  const dataDir = await makeMemoryFolder('portal-test-postgres-')
  const server = await startEmbeddedPostgres({ dataDir })
  const { superuser }: { superuser: string } = JSON.parse(
    await readFile(join(dataDir, 'postgres.json'), 'utf8'),
  )
  const superuserUrl = `postgresql://postgres:${superuser}@127.0.0.1:${server.port}/postgres`
  return {
    url: server.url,
    ownerUrl: server.ownerUrl,
    superuserUrl,
    async stop() {
      await server.stop()
      await removeDataDir(dataDir)
    },
  }
}

async function createDatabase(
  { adminUrl, portalUrl }: Pick<TestPostgres, 'adminUrl' | 'portalUrl'>,
  template?: string,
) {
  const name = `portal_test_${randomBytes(8).toString('hex')}`
  // Its files are copied: half the work of a template that is written to the log page by page.
  const from = template ? ` template "${template}" strategy file_copy` : ''
  // What a test writes need not survive a power cut.
  await runAs(adminUrl, `create database "${name}"${from}`)
  await runAs(adminUrl, `alter database "${name}" set synchronous_commit = off`)
  return {
    name,
    url: new URL(`/${name}`, adminUrl).href,
    portalUrl: new URL(`/${name}`, portalUrl).href,
    async drop() {
      const statement = `drop database if exists "${name}"`
      // Autovacuum may be at work there: only Postgres itself can end it, and does so without force.
      await runAs(adminUrl, `${statement} with (force)`).catch(() => runAs(adminUrl, statement))
    },
  }
}

/** Runs a statement, or several. */
export const runAs = (url: string, statement: string): Promise<void> =>
  withClient(url, async (client) => void (await client.query(statement)))

/** What one statement answers. */
export const queryAs = <Row extends QueryResultRow>(url: string, statement: string) =>
  withClient(url, async (client) => (await client.query<Row>(statement)).rows)

/** A connection of its own, no longer than the work takes. */
export async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
