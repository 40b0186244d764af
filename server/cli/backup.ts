import { z } from '@shared/zod'
import { loadEnv } from '../env'
import { prepareBackupFolder } from '../features/backups/backup-folder'
import { makeBackup } from '../features/backups/make-backup'
import { createLogger } from '../http/logger'
import { requireIdentity } from '../identity'
import { secretIds } from '../identity-secrets'
import { decrypting, openRawStorage } from '../open-storage'
import { defineCommand } from './command'
import { requireBackupKeys } from './backup-secrets'
import { requireFolders } from './require-folders'
import { withDatabase, withDatabaseUrls } from './with-database'

const exitCodes = { whole: 0, documentsLost: 1, cannotRun: 2, farLess: 3 }
const amount = z.coerce.number().int().min(0).max(3650)

const call = {
  options: {
    to: { type: 'string', value: 'FOLDER', help: 'where backups are collected', isRequired: true },
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

export const command = defineCommand(call, async (values, usage) => {
  const daily = amount.safeParse(values['keep-daily'])
  const weekly = amount.safeParse(values['keep-weekly'])
  if (!values.to || !daily.success || !weekly.success) throw new Error(usage)
  const env = loadEnv()
  const keys = requireBackupKeys(env)
  await requireFolders(env)
  const raw = await openRawStorage(env, createLogger(env))
  await raw.check()
  const { to } = values
  const made = await withDatabaseUrls(env, ({ url, ownerUrl }) =>
    withDatabase({ ...env, databaseUrl: url, migrate: false }, async (db) => {
      const portal = await requireIdentity({ env, db, storage: raw })
      if (!portal) throw new Error('The portal was never started with this database.')
      return makeBackup({
        databaseUrl: ownerUrl,
        documents: { raw, opened: decrypting(env, db, raw) },
        folder: await prepareBackupFolder(to, portal),
        keys,
        portal,
        secrets: secretIds(env),
        keep: { daily: daily.data, weekly: weekly.data },
      })
    }),
  )
  for (const storageKey of made.lost) {
    console.error(
      `- ${storageKey} is missing or damaged, and so is its copy; see npm run portal -- fsck`,
    )
  }
  console.log(
    `Backup ${made.name}: everything up to ${made.takenAt}; ` +
      `${made.rows} rows, ${made.contents - made.lost.length} documents, ${made.added} of them new.`,
  )
  if (made.pruned.length > 0) console.log(`Removed: ${made.pruned.join(', ')}`)
  process.exitCode = made.lost.length > 0 ? exitCodes.documentsLost : exitCodes.whole
  if (!made.shrunk) return
  console.error(`- It has ${made.shrunk}, so no older one was removed. Is DATABASE_URL right?`)
  process.exitCode = exitCodes.farLess
})
