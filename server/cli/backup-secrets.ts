import type { Env } from '../env'
import { findFolderFault } from '../env-values'
import { createBackupKeys, type BackupKeys } from '../features/backups/backup-keys'
import type { SecretIds } from '../identity-secrets'

/** Throws when these settings would open nothing of a backup; returns what else they lack, a line each. */
export function compareSecrets(backup: SecretIds, here: SecretIds): string[] {
  const warnings: string[] = []
  for (const [setting, ids, known] of [
    ['DATA_KEY', backup.dataKeys, here.dataKeys],
    ['PASSWORD_PEPPER', backup.peppers, here.peppers],
  ] as const) {
    const missing = ids.filter((id) => !known.includes(id))
    if (ids[0] !== undefined && missing.includes(ids[0])) {
      throw new Error(`${setting} is not the one that the backed-up portal used.`)
    }
    if (missing.length > 0) warnings.push(`${setting} lacks an older one that the backup may need`)
  }
  return warnings
}

export function requireBackupFolder(path: string | undefined, option: string): string {
  const fault = path && findFolderFault(path)
  if (fault) throw new Error(`The folder of backups ${fault}.`)
  if (path) return path
  throw new Error(
    `BACKUP_TO is missing: set it to the folder of the backups, or name that with ${option}.`,
  )
}

export function requireBackupKeys(
  { backupKeys }: Pick<Env, 'backupKeys'>,
  todo = '`openssl rand -base64 32` makes one; keep a copy of it away from this machine.',
): BackupKeys {
  if (backupKeys.length > 0) return createBackupKeys(backupKeys)
  throw new Error(`BACKUP_KEY is missing. ${todo}`)
}
