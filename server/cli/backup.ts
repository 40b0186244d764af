import { parseArgs } from 'node:util'
import { z } from '@shared/zod'
import { loadEnv } from '../env'
import { prepareBackupFolder } from '../features/backups/backup-folder'
import { makeBackup } from '../features/backups/make-backup'
import { createLogger } from '../http/logger'
import { showDocuments } from '../open-storage'
import { openPlaces } from '../storage/open-places'
import { requireBackupKeys } from './require-backup-keys'
import { requireFolders } from './require-folders'
import { secretIds } from './secret-ids'
import { runCommand, withDatabase, withDatabaseUrls } from './with-database'

const usage = 'Usage: npm run backup -- --to FOLDER [--keep-daily 7] [--keep-weekly 4]'
const exitCodes = { whole: 0, documentsLost: 1, cannotRun: 2 }
const amount = z.coerce.number().int().min(0).max(3650)

/** `npm run backup -- --to FOLDER`: database and documents of a running portal, sealed with BACKUP_KEY. */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      'keep-daily': { type: 'string', default: '7' },
      'keep-weekly': { type: 'string', default: '4' },
    },
  })
  const daily = amount.safeParse(values['keep-daily'])
  const weekly = amount.safeParse(values['keep-weekly'])
  if (!values.to || !daily.success || !weekly.success) throw new Error(usage)
  const env = loadEnv()
  const keys = requireBackupKeys(env)
  await requireFolders(env)
  const stored = await openPlaces(env, createLogger(env))
  await stored.check()
  const folder = await prepareBackupFolder(values.to)
  const made = await withDatabaseUrls(env, ({ url, ownerUrl }) =>
    withDatabase({ ...env, databaseUrl: url, migrate: false }, (db) =>
      makeBackup({
        databaseUrl: ownerUrl,
        documents: { stored, storage: showDocuments(env, db, stored) },
        folder,
        keys,
        secrets: secretIds(env),
        keep: { daily: daily.data, weekly: weekly.data },
      }),
    ),
  )
  for (const storageKey of made.lost) {
    console.error(`- ${storageKey} is missing or damaged, and so is its copy; see npm run fsck`)
  }
  console.log(
    `Backup ${made.name}: everything up to ${made.takenAt}; ` +
      `${made.rows} rows, ${made.contents - made.lost.length} documents, ${made.added} of them new.`,
  )
  if (made.pruned.length > 0) console.log(`Removed: ${made.pruned.join(', ')}`)
  process.exitCode = made.lost.length > 0 ? exitCodes.documentsLost : exitCodes.whole
}, exitCodes.cannotRun)
