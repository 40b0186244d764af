import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { buildInfo } from '../../build-info'
import { holdBackupLock } from '../../db/backup-lock'
import { onlyRow } from '../../errors'
import { portalItself, recordEvent } from '../audit/record-event'
import { belongsToOther, type BackupFolder } from './backup-folder'
import type { BackupKeys } from './backup-keys'
import { pruneBackups, type KeepRule } from './prune-backups'
import { copyContents, type Documents } from './copy-contents'
import { dumpDatabase } from './dump-database'
import { readManifest, writeManifest, type Manifest } from './manifest'

export interface MadeBackup {
  name: string
  takenAt: string
  rows: number
  contents: number
  added: number
  lost: string[]
  /** Names of earlier backups that are gone now. */
  pruned: string[]
  /** Why none is: some that stay can't be read. */
  unread: string | null
  /** Far less than in the backup before: then none is removed. */
  shrunk: string | null
  /** Names of others that a clock which was wrong has put after it. */
  later: string[]
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
  /** Its id. */
  portal: string
  /** Ids of the keys that the portal works with. */
  secrets: { dataKeys: string[]; peppers: string[] }
  keep: KeepRule
}): Promise<MadeBackup> {
  const { databaseUrl, documents, folder, keys, portal, secrets, keep } = input
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
    const before = await readNewest(folder, keys)
    if (before && before.portal !== portal) throw new Error(belongsToOther(folder.path))
    await folder.removeUnfinished()
    // By the clock that tells all that is in it when it was.
    const { rows: clock } = await client.query<{ at: Date }>('select clock_timestamp() as at')
    const name = onlyRow(clock).at.toISOString().replaceAll(':', '-')
    await folder.begin(name)
    const place = { folder, key: keys.current, backup: name }
    const dump = await dumpDatabase(client, place)
    const { added, lost } = await copyContents(documents, place, dump)
    await client.query('select')
    const manifest = { format: 1 as const, portal, madeBy: buildInfo, ...dump, ...secrets, lost }
    await writeManifest(folder, keys.current, name, manifest)
    await folder.finish(name)
    const contents = dump.contents.count
    const details = { documents: contents, lost: lost.length, takenAt: dump.takenAt }
    const db = drizzle(client, { casing: 'snake_case' })
    await recordEvent({ db, by: portalItself }, 'backup.made', undefined, details)
    const shrunk = before && describeLoss(before, manifest)
    const { pruned, unread } = shrunk
      ? { pruned: [], unread: null }
      : await pruneBackups(folder, keys, keep, name)
    const later = (await folder.listBackups()).filter((other) => other > name)
    const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0)
    const { takenAt } = dump
    return { name, takenAt, rows, contents, added, lost, pruned, unread, shrunk, later }
  } finally {
    await client.end()
  }
}

/** The manifest of the newest backup that these keys open; null when there is none. */
async function readNewest(folder: BackupFolder, keys: BackupKeys): Promise<Manifest | null> {
  for (const backup of (await folder.listBackups()).toReversed()) {
    const read = await readManifest(folder, keys, backup).catch(() => null)
    if (read) return read.manifest
  }
  return null
}

/** Null unless less than half of the documents, or of the people, are left. */
function describeLoss(before: Manifest, after: Manifest): string | null {
  const sizes = [before, after].map(({ contents, tables }) => ({
    documents: contents.count,
    people: tables.find(({ name }) => name === 'users')?.rows ?? 0,
  }))
  for (const what of ['documents', 'people'] as const) {
    const [most = 0, left = 0] = sizes.map((size) => size[what])
    if (left < most / 2) return `${left} ${what}, where the one before has ${most}`
  }
  return null
}
