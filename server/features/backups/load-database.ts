import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { DumpedTable, Manifest } from './manifest'
import { readParts, type BackupPlace } from './parts'
import { describeColumns, listPassing, qualify, setTextFormat } from './tables'

/** Fills a database, migrated as far as the backed up one was, in one transaction. */
export async function loadDatabase(
  client: Client,
  place: BackupPlace,
  { tables, sequences }: Manifest,
): Promise<void> {
  await setTextFormat(client)
  await client.query('begin')
  const all = tables.map(qualify)
  // Rows come as they were; what the triggers made of them is among them.
  for (const table of all) await client.query(`alter table ${table} disable trigger user`)
  // Migrations write rows as well; what is not in a backup may refer to what is.
  await client.query(`truncate ${[...all, ...(await listPassing(client))].join(', ')} cascade`)
  for (const table of await sortByReferences(client, tables)) await loadTable(client, place, table)
  for (const table of all) await client.query(`alter table ${table} enable trigger user`)
  for (const { schema, name, lastValue } of sequences) {
    await client.query('select setval($1::regclass, $2)', [qualify({ schema, name }), lastValue])
  }
  if (tables.some(({ name }) => name === 'texts')) await failUnsentTexts(client)
  await client.query('commit')
  await client.query('analyze')
}

/** A text that was still to be sent may have been sent since, and its news is old: it goes once or not at all. */
const failUnsentTexts = (client: Client) =>
  client.query(
    `update texts set status = 'failed', last_error = $1 where status in ('queued', 'sending')`,
    ['The portal was restored from a backup. It may have been sent.'],
  )

async function loadTable(client: Client, place: BackupPlace, table: DumpedTable): Promise<void> {
  const copy = client.query(copyFrom(`copy ${qualify(table)} ${describeColumns(table)} from stdin`))
  await pipeline(Readable.from(readParts(place, table.parts)), copy)
  if (copy.rowCount !== table.rows) {
    throw new Error(`${qualify(table)}: ${copy.rowCount} rows came instead of ${table.rows}.`)
  }
}

/** Tables after those that they refer to. */
async function sortByReferences(client: Client, tables: DumpedTable[]): Promise<DumpedTable[]> {
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    select format('%I.%I', f.relnamespace::regnamespace, f.relname) as "from",
      format('%I.%I', t.relnamespace::regnamespace, t.relname) as "to"
    from pg_constraint join pg_class f on f.oid = conrelid join pg_class t on t.oid = confrelid
    where contype = 'f' and conrelid <> confrelid`)
  const sorted: DumpedTable[] = []
  let waiting = tables
  while (waiting.length > 0) {
    const names = new Set(waiting.map(plainName))
    const isReady = (table: DumpedTable) =>
      references.every(({ from, to }) => from !== plainName(table) || !names.has(to))
    const ready = waiting.filter(isReady)
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle.')
    sorted.push(...ready)
    waiting = waiting.filter((table) => !ready.includes(table))
  }
  return sorted
}

const plainName = ({ schema, name }: DumpedTable) => `${schema}.${name}`
