import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Logger, runMigrations } from 'graphile-worker'
import { Client } from 'pg'
import { onlyRow, PlainError } from '../errors'
import { migrationsFolder } from '../install-folder'
import { findTwoDatabases, hasTwoRoles, roleOf, type DatabaseUrls } from './database-urls'
import { compareJournal, journalPath, readJournal } from './journal'

// Any fixed number: processes that start together take turns.
const migrationLock = 7_316_402

/** The message says why this version or this role may not migrate, and what to do. */
export class MigrationRefusedError extends PlainError {}

/**
 * Brings the database to the state this code expects, the job queue's tables and the rights of the portal's
 * role included. Safe to run from several processes together; a run that is killed leaves the state before it.
 * Throws MigrationRefusedError for a role without the right to, for a database with other migrations or another
 * program's tables, for two databases in place of one, and where `upTo` is none of this version's. `upTo`: no further
 * than to this migration, named by the time in the journal. `onWait` is called while another process migrates.
 */
export async function migrateDatabase(
  database: DatabaseUrls,
  { upTo, onWait }: { upTo?: number; onWait?: () => void } = {},
): Promise<void> {
  const { url, ownerUrl } = database
  const client = new Client({
    connectionString: ownerUrl,
    application_name: 'credit-partner-migrate',
  })
  await client.connect()
  try {
    const { rows } = await client.query<{ isFree: boolean }>(
      'select pg_try_advisory_lock($1) as "isFree"',
      [migrationLock],
    )
    if (!onlyRow(rows).isFree) {
      onWait?.()
      await client.query('select pg_advisory_lock($1)', [migrationLock])
    }
    // Postgres gives a notice for each extension or table that exists already, as most do.
    await client.query('set client_min_messages = warning')
    const db = drizzle(client, { casing: 'snake_case' })
    const refusal = (await findTwoDatabases(client, database)) ?? (await compareJournal(db)).refusal
    if (refusal) throw new MigrationRefusedError(refusal)
    if (upTo === undefined) await migrate(db, { migrationsFolder })
    else await withEarlierMigrations(upTo, (folder) => migrate(db, { migrationsFolder: folder }))
    await runMigrations({
      connectionString: ownerUrl,
      logger: new Logger(() => () => undefined),
    })
    if (upTo === undefined && hasTwoRoles(database)) await grantToPortal(client, roleOf(url))
  } catch (error) {
    if (!isRefused(error)) throw error
    throw new MigrationRefusedError(
      `The database role ${roleOf(ownerUrl)} may not migrate. Set MIGRATION_DATABASE_URL to the role that owns the tables, or migrate with "npm run portal -- migrate" and set MIGRATE=off.`,
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

/** The migrations up to one of them, in a folder of their own: the library always runs all of a folder. */
async function withEarlierMigrations(upTo: number, work: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'))
  try {
    await cp(migrationsFolder, folder, { recursive: true })
    const journal = await readJournal(folder)
    const entries = journal.entries.filter(({ when }) => when <= upTo)
    if (entries.at(-1)?.when !== upTo) {
      const lastOwn = journal.entries.at(-1)?.when ?? 0
      throw new MigrationRefusedError(
        upTo > lastOwn
          ? 'It comes from a newer version of the portal: install that one first.'
          : 'It comes from a version of the portal that was never released: install that one, from its commit.',
      )
    }
    await writeFile(journalPath(folder), JSON.stringify({ ...journal, entries }))
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Tables that are written once: rows are added and never changed or removed but by what they reference. */
const appendOnly = [
  'audit_events',
  'audit_chain',
  'audit_seals',
  'consents',
  'reward_policies',
  'ledger_transactions',
  'ledger_entries',
]

/**
 * Lets the portal's role work with the tables of the owner who calls this, and no more: it makes, changes and
 * owns none, and what is append-only it only adds to. To be repeated after every migration.
 */
async function grantToPortal(client: Client, role: string): Promise<void> {
  const portal = client.escapeIdentifier(role)
  await client.query(`
    begin;
    grant usage on schema public, graphile_worker, drizzle to ${portal};
    grant select, insert, update, delete on all tables in schema public, graphile_worker to ${portal};
    revoke update, delete on ${appendOnly.join(', ')} from ${portal};
    grant usage on all sequences in schema public, graphile_worker to ${portal};
    grant select on all tables in schema drizzle to ${portal};
    -- Graphile Worker hides all rows from roles that do not own its tables. Here the rights above decide.
    do $$
    declare hidden regclass;
    begin
      for hidden in
        select oid from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
      loop
        execute format('alter table %s disable row level security', hidden);
      end loop;
    end $$;
    commit`)
}
