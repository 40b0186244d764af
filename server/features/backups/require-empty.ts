import type { Client } from 'pg'
import type { FileStorage } from '../../storage/port'
import { getLastMigration } from './last-migration'
import { listTables, qualify } from './tables'

/** Throws unless the database holds nobody's data, and no tables that are newer than the backup's. */
export async function requireEmptyDatabase(client: Client, migratedTo: number): Promise<void> {
  for (const table of await listTables(client)) {
    const { rowCount } = await client.query(`select from ${qualify(table)} limit 1`)
    if (rowCount === 0) continue
    throw new Error(
      `The database is not empty: ${table.schema}.${table.name} has rows. Restore into a new one.`,
    )
  }
  if ((await getLastMigration(client)) > migratedTo) {
    throw new Error('The tables of the database are newer than the backup. Restore into a new one.')
  }
}

/** Throws unless no document, and nothing set aside, is there. */
export async function requireEmptyStorage(storage: FileStorage): Promise<void> {
  for (const found of [storage.listKept(-1), storage.listOrphans(-1)]) {
    for await (const storageKey of found) {
      throw new Error(`The storage is not empty: ${storageKey} is there. Restore into a new one.`)
    }
  }
}
