import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Logger, runMigrations } from 'graphile-worker'
import { Client } from 'pg'
import { migrationsFolder } from '../install-folder'

// Any fixed number: processes that start together take turns.
const migrationLock = 7_316_402

/**
 * Brings the database to the state this code expects, the job queue's tables included. Safe to run
 * from several processes at once; a run that is killed leaves the state before it.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'credit-partner-migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    // An extension or a table that already stands makes Postgres say so; that is the normal case.
    await client.query('set client_min_messages = warning')
    await migrate(drizzle(client, { casing: 'snake_case' }), { migrationsFolder })
    await runMigrations({ connectionString: url, logger: new Logger(() => () => undefined) })
  } finally {
    await client.end()
  }
}
