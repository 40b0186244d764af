import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from '@shared/zod'
import { adminPasswordMinLength, emailAddress } from '@shared/accounts'
import { defaultBrand } from '@shared/brand'

const minSecretLength = 32
const loopbackHosts = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const secretValue = z
  .string({ error: 'is missing; `npm run setup` writes one' })
  .min(minSecretLength, `is weak: it needs at least ${minSecretLength} random characters`)
  .refine((value) => new Set(value).size >= 10, { error: 'is weak: use a random value' })

/** One or more secrets, separated by commas, the current one first. */
const secretValues = z
  .string({ error: 'is missing; `npm run setup` writes one' })
  .transform((value) => value.split(',').map((secret) => secret.trim()))
  .pipe(z.array(secretValue))

/** One or more base64 keys of 32 bytes, the current one first, or `file:` and the path of them. */
const dataKeys = z
  .string({ error: 'is missing; `npm run setup` writes one' })
  .transform((value, context) => {
    const text = value.startsWith('file:') ? readKeyFile(value.slice(5)) : value
    const keys = text?.split(',').map((key) => Buffer.from(key.trim(), 'base64'))
    if (keys?.length && keys.every((key) => key.length === 32)) return keys
    const message = 'must be base64 of 32 bytes (or file:/path to it)'
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

/** `smtps://user:password@host:465`, or `smtp://` for STARTTLS. */
const smtpUrl = z
  .url({ protocol: /^smtps?$/, error: 'must be smtp://… or smtps://…' })
  .refine(isDecodable, { error: 'has a % that stands for nothing; write it as %25' })

/** `name@host`, or `Name <name@host>`. */
const senderAddress = z
  .string()
  .trim()
  .regex(/^(?:[^\p{Cc}<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, {
    error: 'must be an address, or a name and <address>',
  })

/** `tcp://host:port`, or `unix:/path`. */
const clamdUrl = z.string().regex(/^(?:tcp:\/\/(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}|unix:\/.+)$/i, {
  error: 'must be tcp://host:port or unix:/path',
})

const wholeNumber = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback)

const emptyIsAbsent = (value: unknown) => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyIsAbsent, schema.optional())
const withDefault = <T extends z.ZodType>(schema: T) => z.preprocess(emptyIsAbsent, schema)

const schema = z
  .object({
    PORT: withDefault(wholeNumber(3000, 1, 65_535)),
    PUBLIC_URL: withDefault(
      z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
    ),
    DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be postgres://…' })),
    DATA_DIR: withDefault(z.string().default('.data')),
    UPLOADS_DIR: withDefault(z.string().default('uploads')),
    BACKUP_DIR: optional(z.string()),
    ADMIN_EMAIL: optional(emailAddress),
    ADMIN_PASSWORD: optional(
      z
        .string()
        .min(adminPasswordMinLength, `is weak: at least ${adminPasswordMinLength} characters`),
    ),
    ADMIN_SECOND_FACTOR: withDefault(z.enum(['required', 'optional']).default('optional')),
    SESSION_SECRET: withDefault(secretValue),
    PASSWORD_PEPPER: withDefault(secretValues),
    DATA_KEY: withDefault(dataKeys),
    TRUST_PROXY: optional(z.string()),
    X_ACCEL: withDefault(z.enum(['on', 'off']).default('off')),
    BCRYPT_COST: withDefault(wholeNumber(12, 4, 15)),
    LIMITS: withDefault(z.coerce.number().positive().default(1)),
    UNCLAIMED_DAYS: withDefault(wholeNumber(30, 1, 3650)),
    VERIFY_DAYS: withDefault(wholeNumber(30, 1, 3650)),
    MIGRATE: withDefault(z.enum(['on', 'off']).default('on')),
    LOG_LEVEL: withDefault(
      z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    ),
    SMTP_URL: optional(smtpUrl),
    SMTP_FROM: optional(senderAddress),
    SMTP_ALLOW_LOOPBACK: withDefault(z.enum(['on', 'off']).default('off')),
    CLAMD_URL: optional(clamdUrl),
    SUPPORT_PHONE: withDefault(z.string().default(defaultBrand.supportPhone)),
    SUPPORT_EMAIL: withDefault(z.string().default(defaultBrand.supportEmail)),
    STREET_ADDRESS: withDefault(z.string().default(defaultBrand.streetAddress)),
    NODE_ENV: z.string().default('development'),
  })
  .superRefine((env, context) => {
    const url = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`)
    const addIssue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if (url.protocol === 'http:' && !loopbackHosts.test(url.hostname)) {
      addIssue('PUBLIC_URL', 'must be https, unless the host is this machine itself')
    }
    if (url.protocol === 'https:' && !env.TRUST_PROXY) {
      addIssue('TRUST_PROXY', 'must name the TLS proxy in front (such as "loopback")')
    }
    if (env.TRUST_PROXY && !parseHops(env.TRUST_PROXY).every(isTrustedHop)) {
      addIssue(
        'TRUST_PROXY',
        'must name addresses, networks or "loopback", never "true" or a number',
      )
    }
    if (env.X_ACCEL === 'on' && !env.TRUST_PROXY) {
      addIssue('X_ACCEL', 'needs TRUST_PROXY: without nginx in front no document would arrive')
    }
    if (env.BCRYPT_COST < 12 && env.NODE_ENV !== 'test') {
      addIssue('BCRYPT_COST', 'is below 12')
    }
    if (env.PASSWORD_PEPPER.includes(env.SESSION_SECRET)) {
      addIssue('PASSWORD_PEPPER', 'must differ from SESSION_SECRET')
    }
  })

export type Env = ReturnType<typeof toSettings>

/** What is wrong with the environment, one printable line per problem. */
export class EnvironmentError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'))
  }
}

/** Reads and checks the settings. Throws EnvironmentError naming all that is missing or weak. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const parsed = schema.safeParse(source)
  if (parsed.success) return toSettings(parsed.data)
  throw new EnvironmentError(
    parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`),
  )
}

/** Reads `.env` (what the process was given wins) and the process's environment. */
export function loadEnv(overrides: Record<string, string> = {}): Env {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return parseEnv({ ...process.env, ...overrides })
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
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`)
  return {
    port: env.PORT,
    host: listenAddress(env.TRUST_PROXY),
    publicOrigin: publicUrl.origin,
    isHttps: publicUrl.protocol === 'https:',
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    uploadsDir: env.UPLOADS_DIR,
    backupDir: env.BACKUP_DIR ?? `${env.UPLOADS_DIR}/.backups`,
    adminEmail: env.ADMIN_EMAIL,
    adminPassword: env.ADMIN_PASSWORD,
    secondFactorIsRequired: env.ADMIN_SECOND_FACTOR === 'required',
    sessionSecret: env.SESSION_SECRET,
    passwordPeppers: env.PASSWORD_PEPPER,
    dataKeys: env.DATA_KEY,
    trustProxy: parseHops(env.TRUST_PROXY ?? ''),
    hasNginxSend: env.X_ACCEL === 'on',
    bcryptCost: env.BCRYPT_COST,
    limitFactor: env.LIMITS,
    unclaimedDays: env.UNCLAIMED_DAYS,
    verifyDays: env.VERIFY_DAYS,
    migrate: env.MIGRATE === 'on',
    logLevel: env.LOG_LEVEL,
    smtp: env.SMTP_URL ? parseMailbox(env.SMTP_URL, env.SMTP_FROM ?? env.SUPPORT_EMAIL) : null,
    clamdUrl: env.CLAMD_URL,
    smtpAllowLoopback: env.SMTP_ALLOW_LOOPBACK === 'on',
    brand: {
      ...defaultBrand,
      supportPhone: env.SUPPORT_PHONE,
      supportEmail: env.SUPPORT_EMAIL,
      streetAddress: env.STREET_ADDRESS,
    },
  }
}

/** The operator's own mailbox. */
interface EnvMailbox {
  host: string
  port: number
  secure: boolean
  auth: { user: string; pass: string } | null
  from: string
}

function parseMailbox(address: string, fallbackFrom: string): EnvMailbox {
  const url = new URL(address)
  const secure = url.protocol === 'smtps:'
  const user = decodeURIComponent(url.username)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    auth: user ? { user, pass: decodeURIComponent(url.password) } : null,
    from: fallbackFrom,
  }
}

function isDecodable(address: string): boolean {
  try {
    const { username, password } = new URL(address)
    return decodeURIComponent(username + password) !== undefined
  } catch {
    return false
  }
}

const parseHops = (list: string) =>
  list
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)

function isTrustedHop(hop: string): boolean {
  const [address = '', prefix = '0'] = hop.split('/')
  return (
    /^(loopback|linklocal|uniquelocal)$/.test(hop) || (isIP(address) > 0 && /^\d+$/.test(prefix))
  )
}

/** Loopback, unless a trusted proxy is on another machine. */
function listenAddress(trustProxy: string | undefined): string {
  return parseHops(trustProxy ?? '').every((hop) => hop === 'loopback') ? '127.0.0.1' : '0.0.0.0'
}

function readKeyFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}
