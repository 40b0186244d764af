import { z } from '@shared/zod'
import { loadEnv } from '../env'
import { prepareBackupFolder } from '../features/backups/backup-folder'
import { makeBackup } from '../features/backups/make-backup'
import { hasMadeBackups } from '../features/backups/queries'
import { requireFolders, wordFolderFault } from '../folders'
import { requireIdentity } from '../identity'
import { secretIds } from '../identity-secrets'
import { decrypting, openRawStorage } from '../open-storage'
import { defineReport } from './command'
import { requireBackupFolder, requireBackupKeys } from './backup-secrets'
import { quietLogger, withDatabase, withDatabaseUrls } from './with-database'

const exitCodes = { whole: 0, notAll: 1, cannotRun: 2, farLess: 3 }
const amount = z.coerce.number().int().min(0).max(3650)

const call = {
  options: {
    to: {
      type: 'string',
      value: 'FOLDER',
      help: 'where backups are collected, if not in BACKUP_TO',
    },
    'keep-daily': {
      type: 'string',
      value: 'N',
      default: '7',
      help: 'how many daily backups to keep',
    },
    'keep-weekly': {
      type: 'string',
      value: 'N',
      default: '4',
      help: 'how many weekly backups to keep',
    },
  },
  cannotRun: exitCodes.cannotRun,
} as const

export const command = defineReport(call, async (values, { usage, report }) => {
  const daily = amount.safeParse(values['keep-daily'])
  const weekly = amount.safeParse(values['keep-weekly'])
  if (!daily.success || !weekly.success) throw new Error(usage)
  const env = loadEnv()
  const to = requireBackupFolder(values.to ?? env.backupTo, '--to')
  const keys = requireBackupKeys(env)
  await requireFolders(env)
  const raw = await openRawStorage(env, quietLogger)
  await raw.check()
  const made = await withDatabaseUrls(env, ({ url, ownerUrl }) =>
    withDatabase({ ...env, databaseUrl: url, migrate: false }, async (db) => {
      const portal = await requireIdentity({ env, db, storage: raw })
      if (!portal) throw new Error('The portal was never started with this database.')
      const mayBegin = env.acceptFolders === 'once' || !(await hasMadeBackups(db))
      return makeBackup({
        databaseUrl: ownerUrl,
        documents: { raw, opened: decrypting(env, db, raw) },
        folder: await prepareBackupFolder(to, { portal, mayBegin }).catch((error: unknown) => {
          if (!(error instanceof Error && 'code' in error)) throw error
          throw new Error(wordFolderFault('The folder of backups', to, error), { cause: error })
        }),
        keys,
        portal,
        secrets: secretIds(env),
        keep: { daily: daily.data, weekly: weekly.data },
      })
    }),
  )
  const { lost, unread, shrunk, later, pruned, ...facts } = made
  for (const storageKey of lost)
    report(`${storageKey} is missing or damaged, and so is its copy; see npm run portal -- fsck`)
  if (unread) report(unread)
  if (shrunk) report(`It has ${shrunk}, so no older one was removed. Is DATABASE_URL right?`)
  if (later.length > 0)
    report(
      `A wrong clock has named these later than the new one: ${later.join(', ')}. Move them out of the folder, or restore takes them for the newest.`,
    )
  const isComplete = lost.length === 0 && unread === null && later.length === 0
  const summary =
    `Backup ${made.name}: everything up to ${made.takenAt}; ` +
    `${made.rows} rows, ${made.contents - lost.length} documents, ${made.added} of them new.`
  return {
    output: [summary, ...(pruned.length > 0 ? [`Removed: ${pruned.join(', ')}`] : [])].join('\n'),
    exitCode: shrunk ? exitCodes.farLess : isComplete ? exitCodes.whole : exitCodes.notAll,
    facts: { ...facts, lost, pruned },
  }
})
