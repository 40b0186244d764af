import { existsSync, readFileSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import { parseEnv as parseEnvFile } from 'node:util'
import type { z } from '@shared/zod'
import { defaultBrand } from '@shared/brand'
import { parseMailbox } from './env-mailbox'
import { isTrustedHop, listenAddress, loopbackHosts, parseHops, thisMachine } from './env-network'
import { findStorageProblem, readStorage } from './env-storage'
import { formerNames, settingsSchema } from './env-table'
import { findCutValues, findUnknownNames, findUnreadLines } from './env-typos'
import { isQuoted, secretFile, wordIssue } from './env-values'

/** For so long a process that is to stop goes on answering, so that the proxy in front sends people elsewhere. */
const behindProxyStopMs = 3_000

const oneLoss = 'who loses one loses both'
const database = 'it holds the database, and a key beside it'
const reread = 'every file there is taken for a copy of a document'

/** The first folder may not lie in the second, and why. Second copies may lie among the uploads, at a warning. */
const keptApart = [
  ['BACKUP_TO', 'UPLOADS_DIR', oneLoss],
  ['UPLOADS_DIR', 'BACKUP_TO', oneLoss],
  ['BACKUP_TO', 'SECOND_COPY_DIR', reread],
  ['SECOND_COPY_DIR', 'BACKUP_TO', oneLoss],
  ['UPLOADS_DIR', 'SECOND_COPY_DIR', reread],
  ['DATA_DIR', 'UPLOADS_DIR', database],
  ['DATA_DIR', 'SECOND_COPY_DIR', database],
] as const

const schema = settingsSchema.superRefine((env, context) => {
  const url = env.PUBLIC_URL ?? new URL(`http://localhost:${env.PORT}`)
  const addIssue = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  if (!env.PUBLIC_URL && env.NODE_ENV === 'production') {
    addIssue('PUBLIC_URL', 'is missing: the address people type, https://portal.your-domain.com')
  }
  if (url.protocol === 'http:' && !loopbackHosts.test(url.hostname)) {
    addIssue('PUBLIC_URL', 'must be https, unless the host is this machine itself')
  }
  if (url.protocol === 'https:' && !env.TRUST_PROXY) {
    addIssue('TRUST_PROXY', 'must name the TLS proxy in front of the portal (such as "loopback")')
  }
  if (!parseHops(env.TRUST_PROXY ?? '').every(isTrustedHop)) {
    addIssue(
      'TRUST_PROXY',
      'must name addresses, networks such as 10.0.0.0/8, or "loopback": never "true", a number, or everybody',
    )
  } else if (url.protocol === 'http:' && listenAddress(env.TRUST_PROXY) !== thisMachine) {
    addIssue('TRUST_PROXY', 'names another machine, so PUBLIC_URL must be https')
  }
  const [inner, outer, why] = keptApart.find(([one, other]) => isIn(env[one], env[other])) ?? []
  if (inner) addIssue(inner, `must not be ${outer}, nor in it: ${why}`)
  if (env.MIGRATION_DATABASE_URL && !env.DATABASE_URL) {
    addIssue(
      'MIGRATION_DATABASE_URL',
      'needs DATABASE_URL beside it: without, the portal uses the embedded Postgres',
    )
  }
  const storageProblem = findStorageProblem(env)
  if (storageProblem) addIssue(...storageProblem)
  if (env.BCRYPT_COST < 12 && env.NODE_ENV !== 'test') {
    addIssue('BCRYPT_COST', 'is below 12')
  }
  if (env.BACKUP_KEY?.some((key) => env.DATA_KEY.some((dataKey) => dataKey.equals(key)))) {
    addIssue('BACKUP_KEY', 'must differ from DATA_KEY')
  }
  if (env.PASSWORD_PEPPER.includes(env.SESSION_SECRET)) {
    addIssue('PASSWORD_PEPPER', 'must differ from SESSION_SECRET')
  }
})

export const isIn = (path: string | undefined, folder: string | undefined) =>
  path !== undefined && folder !== undefined && !/^\.\.(\/|$)/.test(relative(folder, path))

export type Env = ReturnType<typeof toSettings>

/** Names of all settings. */
export const settingNames: readonly string[] = Object.keys(schema.shape)

/** What is wrong with the environment, one printable line per problem. */
export class EnvironmentError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

/** Reads and checks the settings. Throws EnvironmentError naming all that is missing or weak. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const parsed = schema.safeParse(source, { error: wordIssue })
  const problems = new Map(Object.entries(formerNames).filter(([name]) => source[name]))
  for (const name of settingNames) {
    if (isQuoted(source[name])) problems.set(name, 'is in quotes: write it without them')
  }
  for (const { path, message } of parsed.error?.issues ?? []) {
    // What comes after the first fault of a setting is about a value that isn't meant.
    if (!problems.has(String(path[0]))) problems.set(String(path[0]), message)
  }
  if (parsed.data && problems.size === 0) return toSettings(parsed.data)
  throw new EnvironmentError([...problems].map(([name, problem]) => `${name} ${problem}`))
}

/** Reads `.env` (what the process was given wins) and the process's environment. */
export function loadEnv(overrides: Record<string, string> = {}): Env {
  const text = readEnvText()
  const cut = findCutValues(text)
  if (cut.length > 0) throw new EnvironmentError(cut)
  for (const [name, value] of Object.entries(parseEnvFile(text))) process.env[name] ??= value ?? ''
  // The SDK that is installed supports this Node. Its warning is about its later releases.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true'
  try {
    return parseEnv({ ...process.env, ...overrides })
  } catch (error) {
    // Often the reason why another one is missing.
    if (!(error instanceof EnvironmentError)) throw error
    throw new EnvironmentError([...error.problems, ...listUnknownNames()])
  }
}

/** `.env` without the mark that some editors put in front; empty where there is none. Throws EnvironmentError for UTF-16. */
export function readEnvText(): string {
  if (!existsSync('.env')) return ''
  const text = readFileSync('.env', 'utf8').replace(/^\uFEFF/, '')
  if (text.includes('\0')) throw new EnvironmentError(['.env is UTF-16: save it as UTF-8'])
  return text
}

/** A line for each name that looks like a setting and is none, and for each line of `.env` that is not read. */
export function listUnknownNames(): string[] {
  const text = readEnvText()
  const known = [...settingNames, ...Object.keys(formerNames)]
  const names = { inFile: Object.keys(parseEnvFile(text)), given: Object.keys(process.env) }
  return [...findUnreadLines(text, known), ...findUnknownNames(names, known)]
}

/** Files with secrets that every user of this machine may read: `.env`, and those that settings name. */
export function listReadableSecrets(): string[] {
  const named = Object.values(process.env).map(secretFile)
  return ['.env', ...named.filter((path) => path !== null)].filter(
    (path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o007) !== 0,
  )
}

/** Whether `npm start` or `npm run dev` started this process. */
export function isNpmScript(): boolean {
  return ['start', 'dev'].includes(process.env['npm_lifecycle_event'] ?? '')
}

/** Everything the process was given, for handing on to a child process. */
export function inheritedEnv(): NodeJS.ProcessEnv {
  return { ...process.env }
}

function toSettings(env: z.infer<typeof schema>) {
  const { origin, protocol } = env.PUBLIC_URL ?? new URL(`http://localhost:${env.PORT}`)
  return {
    port: env.PORT,
    host: listenAddress(env.TRUST_PROXY),
    publicOrigin: origin,
    isHttps: protocol === 'https:',
    databaseUrl: env.DATABASE_URL,
    migrationUrl: env.MIGRATION_DATABASE_URL,
    databaseConnections: env.DATABASE_CONNECTIONS,
    dataDir: env.DATA_DIR,
    uploadsDir: env.UPLOADS_DIR,
    secondCopyDir: env.SECOND_COPY_DIR ?? `${env.UPLOADS_DIR}/.backups`,
    backupTo: env.BACKUP_TO,
    ...readStorage(env),
    acceptFolders: env.ACCEPT_FOLDERS,
    adminEmail: env.ADMIN_EMAIL,
    adminPassword: env.ADMIN_PASSWORD,
    secondFactorIsRequired: env.ADMIN_SECOND_FACTOR === 'required',
    sessionSecret: env.SESSION_SECRET,
    passwordPeppers: env.PASSWORD_PEPPER,
    dataKeys: env.DATA_KEY,
    backupKeys: env.BACKUP_KEY ?? [],
    trustProxy: parseHops(env.TRUST_PROXY ?? ''),
    bcryptCost: env.BCRYPT_COST,
    limitFactor: env.LIMITS,
    metricsToken: env.METRICS_TOKEN,
    migrate: env.MIGRATE === 'on',
    stopDelayMs: env.TRUST_PROXY && env.NODE_ENV !== 'development' ? behindProxyStopMs : 0,
    logLevel: env.LOG_LEVEL,
    smtp: env.SMTP_URL ? parseMailbox(env.SMTP_URL, env.SMTP_FROM ?? env.SUPPORT_EMAIL) : null,
    clamdUrl: env.CLAMD_URL,
    smsApiUrl: env.SMS_API_URL,
    allowLoopbackMail: env.SMTP_ALLOW_LOOPBACK === 'on',
    brand: {
      ...defaultBrand,
      supportPhone: env.SUPPORT_PHONE,
      supportEmail: env.SUPPORT_EMAIL,
      streetAddress: env.STREET_ADDRESS,
    },
  }
}
