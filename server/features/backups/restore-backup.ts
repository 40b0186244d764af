import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import type { DatabaseUrls } from '../../db/database-urls'
import { compareJournal, getLastMigration } from '../../db/journal'
import { migrateDatabase, MigrationRefusedError } from '../../db/migrate'
import type { Env } from '../../env'
import { copies, type FileStorage } from '../../storage/port'
import { readSaved, type CheckedBackup } from './check-backup'
import { listTables, qualify } from './tables'
import { eachContent } from './copy-contents'
import { loadDatabase } from './load-database'

/**
 * Puts a backup that was checked into an empty database and an empty storage. The rows come last and all at
 * once: whatever breaks it off leaves a portal without people, never half of them. Damaged documents are left
 * out.
 */
export async function restoreBackup(
  target: {
    database: DatabaseUrls
    storage: FileStorage
    acceptFolders?: Env['acceptFolders']
  },
  { manifest, place, damaged }: CheckedBackup,
): Promise<void> {
  const { database, storage } = target
  const client = new Client({
    connectionString: database.ownerUrl,
    application_name: 'credit-partner-restore',
  })
  await client.connect()
  try {
    await requireEmptyDatabase(client, manifest.migratedTo)
    await requireEmptyStorage(storage, target.acceptFolders === 'once')
    await migrateDatabase(database, { upTo: manifest.migratedTo })
    await eachContent(place, manifest, async (content) => {
      if (damaged.has(content.storageKey)) return
      await storage.keep(content.storageKey, await readSaved(place, content))
    })
    await loadDatabase(client, place, manifest)
  } finally {
    await client.end()
  }
  await migrateDatabase(database)
}

/** Throws unless the database holds nobody's data, no tables of another program, and none that are newer than the backup's. */
async function requireEmptyDatabase(client: Client, migratedTo: number): Promise<void> {
  const { refusal } = await compareJournal(drizzle(client))
  if (refusal) throw new MigrationRefusedError(refusal)
  for (const table of await listTables(client)) {
    const { rowCount } = await client.query(`select from ${qualify(table)} limit 1`)
    if (rowCount === 0) continue
    throw new Error(
      `The database is not empty: ${table.schema}.${table.name} has rows. Restore into a new one.`,
    )
  }
  if ((await getLastMigration(drizzle(client))) > migratedTo) {
    throw new Error('The tables of the database are newer than the backup. Restore into a new one.')
  }
}

/** Throws unless no document is there. Another portal's mark in an empty place is removed when it `accepts` that. */
async function requireEmptyStorage(storage: FileStorage, accepts: boolean): Promise<void> {
  for await (const { storageKey } of storage.list()) {
    throw new Error(`The storage is not empty: ${storageKey} is there. Restore into a new one.`)
  }
  for (const copy of copies) {
    if ((await storage.readMark(copy)) === null) continue
    if (!accepts) {
      throw new Error(
        'The storage belongs to another portal: its id is there, though no document. Restore into a new one, or set ACCEPT_FOLDERS=once to take it.',
      )
    }
    await storage.removeMark(copy)
  }
}
