import type { Client } from 'pg'
import { onlyRow } from '../../errors'

export interface BackedUpTable {
  schema: string
  name: string
  /** Those that are written; Postgres works the others out. */
  columns: string[]
}

/** What lives for minutes, and would be wrong to bring back: a person who logged out stays logged out. */
const passing = [
  'public.sessions',
  'public.rate_limits',
  'public.file_tokens',
  'public.photo_handoffs',
]
/** What migrations write themselves. */
const migrations = ['graphile_worker.migrations']

export async function listTables(client: Client): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable>(
    `select nspname as schema, relname as name,
        array_agg(attname::text order by attnum) as columns
      from pg_class
        join pg_namespace on pg_namespace.oid = relnamespace
        join pg_attribute on attrelid = pg_class.oid
      where relkind = 'r' and nspname in ('public', 'graphile_worker')
        and attnum > 0 and not attisdropped and attgenerated = ''
        and nspname || '.' || relname <> all ($1)
      group by nspname, relname order by nspname, relname`,
    [[...passing, ...migrations]],
  )
  return rows
}

export const qualify = ({ schema, name }: { schema: string; name: string }) =>
  `${quote(schema)}.${quote(name)}`

export const describeColumns = ({ columns }: { columns: string[] }) =>
  `(${columns.map(quote).join(', ')})`

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`

/** So that what one server writes is what another reads, however both are set up; and without limits of time. */
export async function setTextFormat(client: Client): Promise<void> {
  await client.query(`
    set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
    set extra_float_digits = 1; set bytea_output = 'hex'; set timezone = 'UTC';
    set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set idle_session_timeout = 0`)
}

/** As the journal of migrations has it; 0 for a database without any. */
export async function getLastMigration(client: Client): Promise<number> {
  const { rows: found } = await client.query<{ is_there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as is_there",
  )
  if (!onlyRow(found).is_there) return 0
  const { rows } = await client.query<{ last: string }>(
    'select coalesce(max(created_at), 0) as last from drizzle.__drizzle_migrations',
  )
  return Number(onlyRow(rows).last)
}
