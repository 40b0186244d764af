import type { Client } from 'pg'

export interface BackedUpTable {
  schema: string
  name: string
  /** Those that are written; Postgres works the others out. */
  columns: string[]
}

/** Tables of what lives for minutes, and would be wrong to bring back: a person who logged out stays logged out. */
const passing = [
  'public.sessions',
  'public.rate_limits',
  'public.file_tokens',
  'public.photo_handoffs',
]
/** Tables that migrations write themselves. */
const migrations = ['graphile_worker.migrations']
/** Whose database it is: what is restored is another portal, until it was started. */
const identity = ['public.portal']

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
    [[...passing, ...migrations, ...identity]],
  )
  return rows
}

/** Those that no backup has. */
export async function listPassing(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [passing],
  )
  return rows.map(({ name }) => name)
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
