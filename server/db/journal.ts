import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from '@shared/zod'
import { migrationsFolder } from '../install-folder'
import { isForbidden, type Queryable } from './client'
import { onlyRow } from '../errors'

export const journalPath = (folder: string) => join(folder, 'meta', '_journal.json')

const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ when: z.number() })) })

/** The migrations of this version, as their library keeps them; each is named by its time. */
export const readJournal = async (folder = migrationsFolder) =>
  journalSchema.parse(JSON.parse(await readFile(journalPath(folder), 'utf8')))

/** The times of the migrations that a database has; none for one that was never migrated. Throws where they may not be read. */
async function listApplied(db: Queryable): Promise<number[]> {
  const found = await db.execute<{ is_there: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is_there`,
  )
  if (!onlyRow(found.rows).is_there) return []
  const { rows } = await db.execute<{ at: string }>(
    sql`select created_at as at from drizzle.__drizzle_migrations order by 1`,
  )
  return rows.map(({ at }) => Number(at))
}

/** As the journal has it; 0 for a database without any. */
export const getLastMigration = async (db: Queryable) => (await listApplied(db)).at(-1) ?? 0

const newer =
  'DATABASE_URL names a database that a newer version of the portal has migrated: install that version, or restore a backup of this one into a new database'
const foreign =
  'DATABASE_URL names a database that this portal didn’t make: name its own, or an empty one'
const unreadable =
  'DATABASE_URL names a database whose migrations its role may not read: name the portal’s own; if it is, npm run portal -- migrate gives the role its rights'

/** How many migrations a database lacks, and whether it has others than this version: then, why it is refused. */
export async function compareJournal(db: Queryable) {
  const own = (await readJournal()).entries.map(({ when }) => when)
  const applied = await listApplied(db).catch((error: unknown) => {
    if (isForbidden(error)) return null
    throw error
  })
  if (!applied) return { total: own.length, pending: own.length, refusal: unreadable }
  const isOurs = own.slice(0, applied.length).every((when, index) => when === applied[index])
  const refuse = async () => {
    if (!isOurs) return foreign
    if (applied.length > own.length) return newer
    return applied.length === 0 ? describeStrangers(db) : null
  }
  return { total: own.length, pending: own.length - applied.length, refusal: await refuse() }
}

/** Why a database that was never migrated is refused: some program has tables in it. Those of extensions don't count. */
async function describeStrangers(db: Queryable): Promise<string | null> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select nspname || '.' || relname as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'f') and nspname !~ '^pg_' and nspname <> 'information_schema'
      -- A migration that was broken off leaves an empty one.
      and not (nspname = 'drizzle' and relname = '__drizzle_migrations')
      and not exists (select from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    order by nspname <> 'public', 1 limit 1`)
  const [found] = rows
  return found
    ? `DATABASE_URL names a database that has tables (${found.name}), but not the portal’s record of its migrations: name the portal’s own, with all its schemas, or an empty one`
    : null
}

/** Why this version can't work with a database: it has other migrations, or lacks some. */
export async function findJournalProblem(db: Queryable): Promise<string | null> {
  const { total, pending, refusal } = await compareJournal(db)
  if (refusal || pending === 0) return refusal
  return `DATABASE_URL names a database that lacks ${pending} of ${total} migrations: start with MIGRATE=on, or run npm run portal -- migrate`
}
