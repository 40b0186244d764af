import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '@server/db/embedded/start'
import { migrateDatabase } from '@server/db/migrate'
import { removeDataDir } from './remove-data-dir'

/** A running server with a migrated database to clone. */
export interface TestPostgres {
  /** Of a database that is no template, for creating and dropping others. */
  adminUrl: string
  template: string
}

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/**
 * Starts the one Postgres of a test run, or uses the server that TEST_DATABASE_URL names, whose role
 * must be allowed to create databases.
 */
export async function startTestPostgres(): Promise<TestPostgres & { stop(): Promise<void> }> {
  const given = process.env['TEST_DATABASE_URL']
  const server = given ? { url: given, stop: async () => undefined } : await startOwnServer()
  try {
    const template = await createDatabase(server.url)
    await migrateDatabase(template.url)
    return {
      adminUrl: server.url,
      template: template.name,
      async stop() {
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
export const cloneDatabase = (postgres: TestPostgres): Promise<TestDatabase> =>
  createDatabase(postgres.adminUrl, postgres.template)

/** A database with nothing in it. */
export const createEmptyDatabase = (postgres: TestPostgres): Promise<TestDatabase> =>
  createDatabase(postgres.adminUrl)

async function startOwnServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-test-postgres-'))
  const server = await startEmbeddedPostgres({ dataDir })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await removeDataDir(dataDir)
    },
  }
}

async function createDatabase(adminUrl: string, template?: string) {
  const name = `portal_test_${randomBytes(8).toString('hex')}`
  const from = template ? ` template "${template}"` : ''
  // What a test writes need not survive a power cut.
  await runAs(adminUrl, `create database "${name}"${from}`)
  await runAs(adminUrl, `alter database "${name}" set synchronous_commit = off`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return {
    name,
    url: url.href,
    async drop() {
      const statement = `drop database if exists "${name}"`
      // Autovacuum may be at work there: only Postgres itself can end it, and does so without force.
      await runAs(adminUrl, `${statement} with (force)`).catch(() => runAs(adminUrl, statement))
    },
  }
}

async function runAs(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
