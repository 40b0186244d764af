import { eq } from 'drizzle-orm'
import type { Database } from '../db/client'
import { configuredDatabase } from '../db/database-urls'
import { findEmbeddedPostgres } from '../db/embedded/start'
import { portal } from '../db/schema/portal'
import { loadEnv, type Env } from '../env'
import { PlainError } from '../errors'
import { explainFailure } from '../explain-failure'
import { portalItself, recordEvent } from '../features/audit/record-event'
import { forgetKeptSeals } from '../features/audit/seal-chain'
import { openBackupFolder } from '../features/backups/backup-folder'
import { checkBackup, type CheckedBackup } from '../features/backups/check-backup'
import type { Manifest } from '../features/backups/manifest'
import { restoreBackup } from '../features/backups/restore-backup'
import { restoreDocuments } from '../features/backups/restore-documents'
import { requireFolders } from '../folders'
import { settleIdentity } from '../identity'
import { secretIds } from '../identity-secrets'
import { decrypting, openRawStorage } from '../open-storage'
import type { FileStorage } from '../storage/port'
import { compareSecrets, requireBackupFolder, requireBackupKeys } from './backup-secrets'
import { defineReport, type Talk } from './command'
import { reportSoundness } from './fsck-portal'
import { takeFolders } from './take-folders'
import { verdictCodes } from './verdict'
import { quietLogger, withDatabase, withDatabaseUrls } from './with-database'

const call = {
  options: {
    from: {
      type: 'string',
      value: 'FOLDER',
      help: 'where backups are collected, if not in BACKUP_TO',
    },
    backup: { type: 'string', value: 'NAME', help: 'a backup other than the newest' },
    check: { type: 'boolean', default: false, help: 'only read it, and check that it is whole' },
    documents: {
      type: 'boolean',
      default: false,
      help: 'only put back documents that the folders have lost',
    },
    'despite-damage': { type: 'boolean', default: false, help: 'all but damaged documents' },
  },
  cannotRun: verdictCodes.cannotRun,
} as const

export const command = defineReport(call, async (values, talk) => {
  const { report, note } = talk
  const env = loadEnv()
  const keys = requireBackupKeys(env, 'Set the one that the backup was made with.')
  const from = requireBackupFolder(values.from ?? env.backupTo, '--from')
  const folder = await openBackupFolder(from)
  const backups = await folder.listBackups()
  const backup = values.backup ?? backups.at(-1)
  if (!backup || !backups.includes(backup)) {
    throw new Error(`${folder.path} has these whole backups: ${backups.join(', ') || 'none'}.`)
  }
  const checked = await checkBackup({ folder, keys, backup, report })
  const { manifest, damaged } = checked
  const warnings = compareSecrets(manifest, secretIds(env))
  for (const lack of warnings) note(`- ${lack}`)
  const documents = manifest.contents.count
  const { takenAt, madeBy } = manifest
  const summary =
    `Backup ${backup}, made by version ${madeBy.version} (${madeBy.commit}): everything up to ${takenAt}; ` +
    `${documents} documents, ${damaged.size} of them damaged.`
  const facts = { backup, madeBy, takenAt, documents, damaged: [...damaged], warnings }
  if (values.check) {
    const exitCode = damaged.size > 0 ? verdictCodes.notSound : verdictCodes.sound
    if (damaged.size === 0) await noteCheck(env, manifest, talk)
    return { output: summary, exitCode, facts }
  }
  note(summary)
  if (damaged.size > 0 && !values['despite-damage']) {
    throw new Error(
      'Restore another backup, or add --despite-damage to restore everything except these documents.',
    )
  }
  const restore = values.documents ? restoreLostDocuments : restoreEverything
  const verdict = await restore(env, checked, talk)
  return { ...verdict, facts: { ...facts, ...verdict.facts } }
})

function restoreEverything(env: Env, checked: CheckedBackup, talk: Talk) {
  return withDatabaseUrls(env, async (database) => {
    const raw = await openRawStorage(env, quietLogger)
    await restoreBackup({ database, storage: raw, acceptFolders: env.acceptFolders }, checked)
    await forgetKeptSeals(env.uploadsDir)
    await settleIdentity({ env, databaseUrl: database.url, storage: raw, logger: quietLogger })
    return withDatabase({ ...env, databaseUrl: database.url, migrate: false }, async (db) => {
      const { takenAt } = checked.manifest
      await recordEvent({ db, by: portalItself }, 'backup.restored', undefined, { takenAt })
      talk.note('Restored. Now checking everything.')
      return judge(env, db, raw, talk)
    })
  })
}

async function restoreLostDocuments(env: Env, checked: CheckedBackup, talk: Talk) {
  await requireFolders(env)
  return withDatabaseUrls(env, async ({ url: databaseUrl, ownerUrl }) => {
    const raw = await openRawStorage(env, quietLogger)
    return withDatabase({ ...env, databaseUrl, migrate: false }, async (db) => {
      await takeFolders({ env, db, databaseUrl, storage: raw })
      const documents = { raw, opened: decrypting(env, db, raw) }
      const count = await restoreDocuments({ db, databaseUrl: ownerUrl, documents }, checked)
      talk.note(`Documents that came back: ${count}. Now checking everything.`)
      return judge(env, db, raw, talk)
    })
  })
}

const judge = (env: Env, db: Database, raw: FileStorage, { report }: Talk) =>
  reportSoundness({ env, db, storage: decrypting(env, db, raw), checksums: true, report })

/**
 * The page System says when a backup was last checked. The check holds also where the portal's database can't be told;
 * it may be made on a machine that has none.
 */
async function noteCheck(env: Env, { portal: id, takenAt }: Manifest, { note }: Talk) {
  const { dataDir } = env
  try {
    const running = configuredDatabase(env) ?? (await findEmbeddedPostgres({ dataDir }))
    if (!running) throw new PlainError('there is no database here.')
    await withDatabase({ ...env, databaseUrl: running.url, migrate: false }, async (db) => {
      if ((await db.$count(portal, eq(portal.id, id))) === 0)
        throw new PlainError('the database here is another portal’s.')
      await recordEvent({ db, by: portalItself }, 'backup.checked', undefined, { takenAt })
    })
  } catch (error) {
    const [why] = explainFailure(error) ?? [String(error)]
    note(`The portal was not told of this check: ${why}`)
  }
}
