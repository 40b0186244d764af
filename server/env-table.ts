import { z } from '@shared/zod'
import { adminPasswordMinLength } from '@shared/accounts'
import { defaultBrand } from '@shared/brand'
import { plainAddress, senderAddress, smtpUrl } from './env-mailbox'
import { clamdUrl, postgresUrl, publicUrl, smsApiUrl } from './env-network'
import { storageSettings } from './env-storage'
import {
  dataKeys,
  folderPath,
  optional,
  positiveNumber,
  secret,
  secretValue,
  secretValues,
  wholeNumber,
  withDefault,
} from './env-values'

const bearerToken = secretValue.refine((token) => !/^Bearer\s/i.test(token), {
  error: 'must be the token alone, without "Bearer "',
})

const everyPortal = {
  PORT: withDefault(wholeNumber(3000, 1, 65_535)).describe(
    'Where the portal listens: on this machine only, unless TRUST_PROXY names a proxy on another one.',
  ),
  PUBLIC_URL: optional(publicUrl).describe(
    'The address people type, up to host and port, such as https://portal.your-domain.com. Production needs it. https needs TRUST_PROXY; http is for this machine only.',
  ),
  SESSION_SECRET: withDefault(secret(secretValue)).describe(
    'Signs session cookies: at least 32 random characters. A new one logs everyone out.',
  ),
  PASSWORD_PEPPER: withDefault(secret(secretValues)).describe(
    'Mixed into every password: at least 32 random characters. Several, separated by commas: the first hashes, all verify. Keep a copy elsewhere.',
  ),
  DATA_KEY: withDefault(secret(dataKeys)).describe(
    'Encrypts documents, shared logins and notes: base64 of 32 random bytes. Several, separated by commas: the first encrypts, all decrypt. Keep a copy elsewhere.',
  ),
  ADMIN_EMAIL: optional(plainAddress).describe(
    'The administrator, who is created at the first start only. Later: npm run portal -- admin.',
  ),
  ADMIN_PASSWORD: optional(
    secret(
      z
        .string()
        .min(adminPasswordMinLength, `is weak: at least ${adminPasswordMinLength} characters`),
    ),
  ).describe(
    `Their password at the first start: at least ${adminPasswordMinLength} characters. Take it out after the first login.`,
  ),
}

const onTheInternet = {
  TRUST_PROXY: optional(z.string()).describe(
    'The TLS proxy in front: "loopback", or addresses and networks separated by commas. Never "true".',
  ),
  ADMIN_SECOND_FACTOR: withDefault(z.enum(['required', 'optional']).default('optional')).describe(
    'required: the administrator’s first login replaces ADMIN_PASSWORD and sets up two-step login before anything else. optional: for trying out.',
  ),
  DATABASE_URL: optional(secret(postgresUrl)).describe(
    'Any Postgres 15 or newer. Empty: the embedded one, under DATA_DIR. On another machine it must end in ?sslmode=verify-full.',
  ),
  MIGRATION_DATABASE_URL: optional(secret(postgresUrl)).describe(
    'The role that owns the tables and migrates, when DATABASE_URL names one that does not: see docs/deploy/database-roles.sql. Empty: DATABASE_URL does both, and could change the audit trail.',
  ),
  UPLOADS_DIR: withDefault(folderPath.default('uploads')).describe('The folder of the documents.'),
  SECOND_COPY_DIR: optional(folderPath).describe(
    'The folder of a second copy of each document; in production on another disk. Empty: .backups in UPLOADS_DIR.',
  ),
  BACKUP_TO: optional(folderPath).describe(
    'Where npm run portal -- backup writes, and restore reads, unless --to or --from says otherwise: a folder on another disk, or of another machine that is mounted here.',
  ),
  BACKUP_KEY: optional(secret(dataKeys)).describe(
    'Encrypts backups. Like DATA_KEY, with another value: openssl rand -base64 32 makes one. Keep a copy elsewhere.',
  ),
  SMTP_URL: optional(secret(smtpUrl)).describe(
    'The mail sender: smtps://user:password@host:465, or smtp://user:password@host:587 for STARTTLS; write @ in a name as %40. Empty: no mail, unless Settings names a sender.',
  ),
  SMTP_FROM: optional(senderAddress).describe(
    'name@host, or Name <name@host>. Empty: SUPPORT_EMAIL.',
  ),
  SUPPORT_PHONE: withDefault(z.string().default(defaultBrand.supportPhone)).describe(
    'Who runs the program. The pages take this, and the next two, when they are built.',
  ),
  SUPPORT_EMAIL: withDefault(plainAddress.default(defaultBrand.supportEmail)).describe(
    'Where answers and the portal’s own news go.',
  ),
  STREET_ADDRESS: withDefault(z.string().default(defaultBrand.streetAddress)).describe(
    'Shown on the pages and in mails.',
  ),
}

const whenNeeded = {
  CLAMD_URL: optional(clamdUrl).describe(
    'clamd, which checks every upload for viruses: tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl. Empty: uploads are not checked.',
  ),
  ACCEPT_FOLDERS: optional(z.enum(['once', 'moved'])).describe(
    'Set for one start. once: the folders, or the object store, are new and empty on purpose; for one backup, BACKUP_TO is. moved: the database was moved here, or upgraded, and this portal stays the only one with these folders.',
  ),
  MIGRATE: withDefault(z.enum(['on', 'off']).default('on')).describe(
    'on: migrate at the start. off: npm run portal -- migrate does it.',
  ),
  METRICS_TOKEN: optional(secret(bearerToken)).describe(
    'Numbers for Prometheus at /metrics, for whoever sends this as Authorization: Bearer …: at least 32 random characters. Empty: nothing is measured.',
  ),
  LOG_LEVEL: withDefault(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  ).describe('fatal, error, warn, info, debug or silent.'),
  DATA_DIR: withDefault(folderPath.default('.data')).describe(
    'Where the embedded Postgres keeps its data.',
  ),
}

const severalMachines = {
  ...storageSettings,
  DATABASE_CONNECTIONS: withDefault(wholeNumber(24, 12, 1000)).describe(
    'How many connections one process opens at most. Postgres’s max_connections must have room for all processes.',
  ),
}

const forTests = {
  BCRYPT_COST: withDefault(wholeNumber(12, 4, 15)).describe('Not below 12 outside of tests.'),
  LIMITS: withDefault(positiveNumber(1)).describe('A factor for every limit.'),
  SMTP_ALLOW_LOOPBACK: withDefault(z.enum(['on', 'off']).default('off')).describe(
    'on: the mailbox under Settings may be on this machine.',
  ),
  SMS_API_URL: withDefault(smsApiUrl).describe('Where texts are handed over.'),
  NODE_ENV: z.string().default('development').describe('npm start sets it to production.'),
}

/** Every setting with what it is for: .env.example and docs/settings.md are made from this. */
export const settingGroups = {
  'Every portal': everyPortal,
  'A portal on the internet': onTheInternet,
  'When needed': whenNeeded,
  'Several processes, or several machines': severalMachines,
  'For development and tests': forTests,
}

export const settingsSchema = z.object({
  ...everyPortal,
  ...onTheInternet,
  ...whenNeeded,
  ...severalMachines,
  ...forTests,
})

/** What settings were called before, and what to write now. */
export const formerNames: Record<string, string> = {
  BACKUP_DIR:
    'is called SECOND_COPY_DIR now: write SECOND_COPY_DIR in its place (where backups go is BACKUP_TO)',
}
