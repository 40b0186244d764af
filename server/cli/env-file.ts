import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'

export interface NewEnvFile {
  port: number
  publicUrl: string
  adminEmail: string
  adminPassword: string
}

const path = '.env'
export const envFileExists = () => existsSync(path)

/** Writes `.env` with fresh secrets, readable by its owner only. Throws when there is one already. */
export async function writeEnvFile(options: {
  port: number
  publicUrl: string
  adminEmail: string
  adminSecondFactor: 'required' | 'optional'
  trustProxy?: string | undefined
  databaseUrl?: string | undefined
}): Promise<NewEnvFile> {
  const adminPassword = randomBytes(15).toString('base64url')
  const lines = [
    '# Secrets of this portal. Keep a copy of DATA_KEY, PASSWORD_PEPPER and BACKUP_KEY apart from backups:',
    '# without them no backup, document or shared login can be opened, and no one can log in.',
    `PORT=${options.port}`,
    `PUBLIC_URL=${options.publicUrl}`,
    ...(options.trustProxy ? [`TRUST_PROXY=${options.trustProxy}`] : []),
    ...(options.databaseUrl ? [`DATABASE_URL=${options.databaseUrl}`] : []),
    `ADMIN_EMAIL=${options.adminEmail}`,
    `ADMIN_PASSWORD=${adminPassword}`,
    `ADMIN_SECOND_FACTOR=${options.adminSecondFactor}`,
    `SESSION_SECRET=${secret()}`,
    `PASSWORD_PEPPER=${secret()}`,
    `DATA_KEY=${randomBytes(32).toString('base64')}`,
    `BACKUP_KEY=${randomBytes(32).toString('base64')}`,
  ]
  await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' })
  return { ...options, adminPassword }
}

const secret = () => randomBytes(48).toString('base64url')
