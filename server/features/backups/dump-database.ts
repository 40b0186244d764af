import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { getLastMigration } from '../../db/journal'
import { describeColumns, listTables, qualify, setTextFormat } from './tables'
import type { DumpedTable, Manifest } from './manifest'
import { writeParts, type BackupPlace } from './parts'
import { onlyRow } from '../../errors'

type Dump = Pick<Manifest, 'takenAt' | 'migratedTo' | 'tables' | 'sequences' | 'contents'>

/**
 * Writes every table as it is at one moment, and which documents belong to them. The portal goes on
 * working during that, and a migration waits.
 */
export async function dumpDatabase(client: Client, place: BackupPlace): Promise<Dump> {
  await setTextFormat(client)
  await client.query('begin isolation level repeatable read, read only')
  try {
    // The first statement fixes what all others see. What was committed before the transaction began is in it.
    const begun = await client.query<{ at: Date }>('select now() as at')
    const takenAt = onlyRow(begun.rows).at.toISOString()
    const tables: DumpedTable[] = []
    for (const table of await listTables(client)) {
      const name = `${table.schema}.${table.name}`
      const copied = await copyOut(
        client,
        place,
        name,
        `${qualify(table)} ${describeColumns(table)}`,
      )
      tables.push({ ...table, ...copied })
    }
    const { rows: count, parts: lists } = await copyOut(client, place, 'contents', contentsSql)
    const migratedTo = await getLastMigration(drizzle(client))
    // A sequence belongs to no moment: read last, it is beyond every row above.
    const sequences = await listSequences(client)
    return { takenAt, migratedTo, tables, sequences, contents: { count, lists } }
  } finally {
    await client.query('rollback')
  }
}

const contentsSql = '(select storage_key, file_size, sha256 from file_versions order by id)'

async function copyOut(client: Client, place: BackupPlace, prefix: string, source: string) {
  const stream = client.query(copyTo(`copy ${source} to stdout`))
  const parts = await writeParts(place, prefix, stream)
  return { rows: stream.rowCount, parts }
}

async function listSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<Manifest['sequences'][number]>(`
    select schemaname as schema, sequencename as name, last_value::text as "lastValue"
    from pg_sequences
    where schemaname in ('public', 'graphile_worker') and last_value is not null
    order by 1, 2`)
  return rows
}
