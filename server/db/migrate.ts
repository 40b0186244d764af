import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Logger, runMigrations } from 'graphile-worker'
import { Client } from 'pg'
import { migrationsFolder } from '../install-folder'
import { hasTwoRoles, roleOf, type DatabaseUrls } from './database-urls'
import { grantToPortal } from './grant-to-portal'

// Any fixed number: processes that start together take turns.
const migrationLock = 7_316_402

/** The message says which role may not migrate, and what to do. */
export class MigrationRefusedError extends Error {}

/**
 * Brings the database to the state this code expects, the job queue's tables and the rights of the portal's
 * role included. Safe to run from several processes at once; a run that is killed leaves the state before it.
 * Throws MigrationRefusedError for a role without the right to.
 */
export async function migrateDatabase(database: DatabaseUrls): Promise<void> {
  const { url, ownerUrl } = database
  const client = new Client({
    connectionString: ownerUrl,
    application_name: 'credit-partner-migrate',
  })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    // An extension or a table that already stands makes Postgres say so; that is the normal case.
    await client.query('set client_min_messages = warning')
    await migrate(drizzle(client, { casing: 'snake_case' }), { migrationsFolder })
    await runMigrations({
      connectionString: ownerUrl,
      logger: new Logger(() => () => undefined),
    })
    if (hasTwoRoles(database)) await grantToPortal(client, roleOf(url))
  } catch (error) {
    if (!isRefused(error)) throw error
    throw new MigrationRefusedError(
      `The database role ${roleOf(ownerUrl)} may not migrate. Set MIGRATION_DATABASE_URL to the role that owns the tables, or migrate with "npm run migrate" and set MIGRATE=off.`,
      { cause: error },
    )
  } finally {
    await client.end()
  }
}

const insufficientPrivilege = '42501'

function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isThis = 'code' in error && error.code === insufficientPrivilege
  return isThis || isRefused(error.cause)
}
