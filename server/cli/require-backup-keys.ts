import type { Env } from '../env'
import { createBackupKeys, type BackupKeys } from '../features/backups/backup-keys'

export function requireBackupKeys({ backupKeys }: Pick<Env, 'backupKeys'>): BackupKeys {
  if (backupKeys.length > 0) return createBackupKeys(backupKeys)
  throw new Error(
    'BACKUP_KEY is missing. `openssl rand -base64 32` makes one; keep a copy of it away from this machine.',
  )
}
