import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { listKeysOfProcesses } from '../../db/connect-jobs'
import type { DatabaseUrls } from '../../db/database-urls'
import { compareJournal, getLastMigration } from '../../db/journal'
import { migrateDatabase, MigrationRefusedError } from '../../db/migrate'
import type { Env } from '../../env'
import { onlyRow, PlainError } from '../../errors'
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
    const own = await requireEmptyDatabase(client, manifest.migratedTo)
    await requireEmptyStorage(storage, { own, accepts: target.acceptFolders === 'once' })
    await migrateDatabase(database, { upTo: manifest.migratedTo })
    // What is restored becomes a portal of its own, at the end.
    await client.query('delete from portal')
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

/**
 * Throws unless the database holds nobody's data, no tables of another program, and none that are newer than the
 * backup's; returns the id of a portal that was started with it, and in which nobody has done anything.
 */
async function requireEmptyDatabase(client: Client, migratedTo: number): Promise<string | null> {
  const db = drizzle(client)
  const { refusal } = await compareJournal(db)
  if (refusal) throw new MigrationRefusedError(refusal)
  const isRunning = (await listKeysOfProcesses(db)).length > 0
  if (isRunning) throw new PlainError('A portal runs with this database. Stop it first.')
  for (const table of await listTables(client)) {
    const made = madeByStart[table.name] ?? (table.schema === 'public' ? 'false' : 'true')
    const { rowCount } = await client.query(
      `select from ${qualify(table)} where not (${made}) limit 1`,
    )
    if (rowCount === 0) continue
    throw new PlainError(
      `The database is not empty: ${table.schema}.${table.name} has rows. Restore into a new one.`,
    )
  }
  if ((await getLastMigration(db)) > migratedTo) {
    throw new PlainError(
      'The tables of the database are newer than the backup. Restore into a new one.',
    )
  }
  return findPortalId(client)
}

/** Which rows of a table migrations and a start make; what anybody does is an event beside these. */
const madeByStart: Record<string, string> = {
  users: 'is_admin = 1',
  audit_events: "action = 'admin.created'",
  audit_chain: 'true',
  audit_pending: 'true',
  audit_seals: 'true',
  payout_settings: 'true',
  reward_policies: 'created_by is null',
}

async function findPortalId(client: Client): Promise<string | null> {
  const { rows: found } = await client.query<{ isThere: boolean }>(
    `select to_regclass('public.portal') is not null as "isThere"`,
  )
  if (!onlyRow(found).isThere) return null
  const { rows } = await client.query<{ id: string }>('select id from portal')
  return rows[0]?.id ?? null
}

/** Throws unless no document is there. A mark is removed: its `own`, and another portal's when it `accepts` that. */
async function requireEmptyStorage(
  storage: FileStorage,
  { own, accepts }: { own: string | null; accepts: boolean },
): Promise<void> {
  for await (const { storageKey } of storage.list()) {
    throw new PlainError(
      `The storage is not empty: ${storageKey} is there. Restore into a new one.`,
    )
  }
  for (const copy of copies) {
    const mark = await storage.readMark(copy)
    if (mark === null) continue
    if (!accepts && mark !== own) {
      throw new PlainError(
        'The storage belongs to another portal: its id is there, though no document. Restore into a new one, or set ACCEPT_FOLDERS=once to take it.',
      )
    }
    await storage.removeMark(copy)
  }
}
