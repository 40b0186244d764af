import { loadEnv } from '../env'
import { portalItself, recordEvent } from '../features/audit/record-event'
import { openBackupFolder } from '../features/backups/backup-folder'
import { checkBackup } from '../features/backups/check-backup'
import { restoreBackup } from '../features/backups/restore-backup'
import { createLogger } from '../http/logger'
import { settleIdentity } from '../identity'
import { secretIds } from '../identity-secrets'
import { decrypting, openRawStorage } from '../open-storage'
import { defineCommand } from './command'
import { reportSoundness } from './fsck-portal'
import { compareSecrets, requireBackupKeys } from './backup-secrets'
import { printVerdict, verdictCodes } from './verdict'
import { withDatabase, withDatabaseUrls } from './with-database'

const call = {
  options: {
    from: {
      type: 'string',
      value: 'FOLDER',
      help: 'where backups are collected',
      isRequired: true,
    },
    backup: { type: 'string', value: 'NAME', help: 'a backup other than the newest' },
    check: { type: 'boolean', default: false, help: 'only read it, and check that it is whole' },
    'despite-damage': { type: 'boolean', default: false, help: 'all but damaged documents' },
  },
  cannotRun: verdictCodes.cannotRun,
} as const

export const command = defineCommand(call, async (values, usage) => {
  if (!values.from) throw new Error(usage)
  const env = loadEnv()
  const keys = requireBackupKeys(env, 'Set the one that the backup was made with.')
  const folder = await openBackupFolder(values.from)
  const backups = await folder.listBackups()
  const backup = values.backup ?? backups.at(-1)
  if (!backup || !backups.includes(backup)) {
    throw new Error(`${folder.path} has these whole backups: ${backups.join(', ') || 'none'}.`)
  }
  const checked = await checkBackup({
    folder,
    keys,
    backup,
    report: (problem) => console.log(`- ${problem}`),
  })
  const { manifest, damaged } = checked
  for (const lack of compareSecrets(manifest, secretIds(env))) console.log(`- ${lack}`)
  console.log(
    `Backup ${backup}: everything up to ${manifest.takenAt}; ` +
      `${manifest.contents.count} documents, ${damaged.size} of them damaged.`,
  )
  if (damaged.size > 0) process.exitCode = verdictCodes.notSound
  if (values.check) return
  if (damaged.size > 0 && !values['despite-damage']) {
    throw new Error(
      'Restore another backup, or add --despite-damage to restore everything except these documents.',
    )
  }

  const logger = createLogger(env)
  const raw = await openRawStorage(env, logger)
  await withDatabaseUrls(env, async (database) => {
    await restoreBackup({ database, storage: raw, acceptFolders: env.acceptFolders }, checked)
    await settleIdentity({ env, databaseUrl: database.url, storage: raw, logger })
    await withDatabase({ ...env, databaseUrl: database.url, migrate: false }, async (db) => {
      const details = { takenAt: manifest.takenAt }
      await recordEvent({ db, by: portalItself }, 'backup.restored', undefined, details)
      console.log('Restored. Now checking everything.')
      const storage = decrypting(env, db, raw)
      printVerdict(await reportSoundness({ env, db, storage, checksums: true }))
    })
  })
})
