import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { holdBackupLock } from '../../db/backup-lock'
import { portalItself, recordEvent } from '../audit/record-event'
import type { BackupFolder } from './backup-folder'
import type { BackupKeys } from './backup-keys'
import { pruneBackups, type KeepRule } from './prune-backups'
import { copyContents, type Documents } from './copy-contents'
import { dumpDatabase } from './dump-database'
import { writeManifest } from './manifest'

export interface MadeBackup {
  name: string
  takenAt: string
  rows: number
  contents: number
  added: number
  lost: string[]
  /** Names of earlier backups that are gone now. */
  pruned: string[]
}

/**
 * Copies database and documents of a running portal. Documents are kept before their rows and removed after
 * them: those that the rows name are there as long as no removal runs, which the lock sees to.
 */
export async function makeBackup(input: {
  databaseUrl: string
  documents: Documents
  folder: BackupFolder
  keys: BackupKeys
  /** Ids of the keys that the portal works with. */
  secrets: { dataKeys: string[]; peppers: string[] }
  keep: KeepRule
}): Promise<MadeBackup> {
  const { databaseUrl, documents, folder, keys, secrets, keep } = input
  const client = new Client({
    connectionString: databaseUrl,
    application_name: 'credit-partner-backup',
    keepAlive: true,
  })
  // Without the connection the lock is gone; the next statement tells.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await holdBackupLock(client)
    await folder.removeUnfinished()
    const name = new Date().toISOString().replaceAll(':', '-')
    await folder.begin(name)
    const place = { folder, key: keys.current, backup: name }
    const dump = await dumpDatabase(client, place)
    const { added, lost } = await copyContents(documents, place, dump)
    await client.query('select')
    await writeManifest(folder, keys.current, name, { format: 1, ...dump, ...secrets, lost })
    await folder.finish(name)
    const contents = dump.contents.count
    const details = { documents: contents, lost: lost.length, takenAt: dump.takenAt }
    const db = drizzle(client, { casing: 'snake_case' })
    await recordEvent({ db, by: portalItself }, 'backup.made', undefined, details)
    const pruned = await pruneBackups(folder, keys, keep)
    const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0)
    return { name, takenAt: dump.takenAt, rows, contents, added, lost, pruned }
  } finally {
    await client.end()
  }
}
