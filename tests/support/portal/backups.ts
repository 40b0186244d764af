import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { SecretIds } from '@server/identity-secrets'
import { openBackupFolder, prepareBackupFolder } from '@server/features/backups/backup-folder'
import { createBackupKeys } from '@server/features/backups/backup-keys'
import { checkBackup } from '@server/features/backups/check-backup'
import { makeBackup, type MadeBackup } from '@server/features/backups/make-backup'
import { restoreBackup } from '@server/features/backups/restore-backup'
import { createDiskStorage } from '@server/storage/disk'
import type { FileStorage } from '@server/storage/port'
import type { TestApp } from './app'
import { createUnmigratedDatabase } from './database'
import { withClient } from './postgres'

export const backupKey = Buffer.from('test-backup-key-of-thirty-2-byte')
const defaultKeys = createBackupKeys([backupKey])

/** An empty folder until the test ends. */
export async function makeTestFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-test-backups-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** What is stored, without opening what is sealed. */
const openRaw = (uploadsDir: string) =>
  createDiskStorage({ uploadsDir, secondCopyDir: join(uploadsDir, '.backups') })

interface BackupOptions {
  keys?: typeof defaultKeys
  keep?: { daily: number; weekly: number }
  /** In place of the app's own. */
  storage?: FileStorage
  /** What is stored, where that is not on the disk. */
  raw?: FileStorage
  secrets?: SecretIds
  portal?: string
}

const noSecrets: SecretIds = { dataKeys: ['00000000'], peppers: ['00000000'] }

export async function backUp(
  app: Pick<TestApp, 'databaseUrl' | 'uploadsDir' | 'storage'>,
  path: string,
  options: BackupOptions = {},
): Promise<MadeBackup> {
  const { keys = defaultKeys, keep = { daily: 7, weekly: 4 }, secrets = noSecrets } = options
  const { portal = 'a portal of the tests' } = options
  const { storage: opened = app.storage, raw = await openRaw(app.uploadsDir) } = options
  const folder = await prepareBackupFolder(path, { portal, mayBegin: true })
  const documents = { raw, opened }
  return makeBackup({
    databaseUrl: app.databaseUrl,
    documents,
    folder,
    keys,
    portal,
    secrets,
    keep,
  })
}

/** Checks the newest backup, and returns what is wrong with its documents. */
export async function check(path: string, keys = defaultKeys) {
  const folder = await openBackupFolder(path)
  const backup = (await folder.listBackups()).at(-1) ?? 'none'
  const problems: string[] = []
  const report = (problem: string) => void problems.push(problem)
  return { ...(await checkBackup({ folder, keys, backup, report })), problems }
}

export interface EmptyPlace {
  databaseUrl: string
  /** The same as the role that a portal works as. */
  portalUrl: string
  uploadsDir: string
  storage: FileStorage
}

/** A machine without a portal, until the test ends. */
export async function makeEmptyPlace(): Promise<EmptyPlace> {
  const database = await createUnmigratedDatabase()
  onTestFinished(() => database.drop())
  const uploadsDir = await makeTestFolder()
  const { url, portalUrl = url } = database
  return { databaseUrl: url, portalUrl, uploadsDir, storage: await openRaw(uploadsDir) }
}

/** Restores the newest backup into an empty place. */
export async function restore(
  path: string,
  place?: EmptyPlace,
  acceptFolders?: 'once',
): Promise<EmptyPlace> {
  const target = place ?? (await makeEmptyPlace())
  const { databaseUrl: url, storage } = target
  const database = { url, ownerUrl: url }
  await restoreBackup({ database, storage, acceptFolders }, await check(path))
  return target
}

/** Everything in a database that a backup has, each row as text. */
export const readRows = (databaseUrl: string): Promise<Record<string, string[]>> =>
  withClient(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string; row: string }>(`
      select format('%I.%I', schemaname, tablename) as name, 'r::text' as row from pg_tables
      where schemaname in ('public', 'graphile_worker', 'drizzle')
        and tablename not in ('sessions', 'rate_limits', 'file_tokens', 'photo_handoffs', 'migrations')
      union all select format('%I.%I', schemaname, sequencename), 'last_value' from pg_sequences
      where schemaname in ('public', 'graphile_worker')`)
    const read: Record<string, string[]> = {}
    for (const { name, row } of tables) {
      const { rows } = await client.query(`select ${row} as row from ${name} r order by 1`)
      read[name] = rows.map((found) => String(found['row']))
    }
    return read
  })
