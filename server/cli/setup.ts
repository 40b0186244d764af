import { createInterface } from 'node:readline/promises'
import { EnvironmentError, parseEnv, settingNames } from '../env'
import { settingsSchema } from '../env-table'
import { findUnknownNames } from '../env-typos'
import { oneTimeHours } from '../features/accounts/ensure-admin'
import { isBuilt } from '../install-folder'
import { defineCommand } from './command'
import { envFileExists, makeSecrets, readEnvFile, writeEnvFile } from './env-file'

type Values = Record<string, string>

const call = {
  options: {
    set: {
      type: 'string',
      value: 'NAME=VALUE',
      multiple: true,
      help: 'a setting; on a terminal, and without this, it asks',
    },
  },
} as const

export const command = defineCommand(call, async ({ set = [] }, usage) => {
  const isNew = !envFileExists()
  const before: Values = isNew
    ? { ...makeSecrets(), ADMIN_SECOND_FACTOR: 'required' }
    : readEnvFile()
  if (set.length === 0 && !process.stdin.isTTY) throw new Error(usage)
  const given = set.length > 0 ? readPairs(set) : await askOnTerminal(before, isNew)
  const values = withProxy({ ...before, ...given })
  const problems = findProblems(values, isNew)
  if (problems.length > 0) throw new EnvironmentError([...problems, '.env was not changed.'])
  const changed = Object.entries(values).filter(
    ([name, value]) => isNew || value !== (before[name] ?? ''),
  )
  await writeEnvFile(Object.fromEntries(changed))
  if (isNew) welcome(values)
  else
    console.log(
      `Changed in .env: ${changed.map(([name]) => name).join(', ') || 'nothing'}. Restart the portal.`,
    )
})

function readPairs(pairs: readonly string[]): Values {
  const bare = pairs.filter((pair) => !pair.includes('='))
  if (bare.length > 0)
    throw new EnvironmentError(
      bare.map(
        (name) => `${name} has no value: write --set ${name}=VALUE, or --set ${name}= to empty it`,
      ),
    )
  const values = Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s, 2)))
  const unknown = findUnknownNames({ inFile: Object.keys(values), given: [] }, settingNames)
  if (unknown.length > 0) throw new EnvironmentError(unknown)
  return values
}

/** With https there is a proxy in front, on this machine unless told otherwise. */
const withProxy = (values: Values): Values =>
  values['PUBLIC_URL']?.startsWith('https:') && !values['TRUST_PROXY']
    ? { ...values, TRUST_PROXY: 'loopback' }
    : values

/** By the rules of a start, the first one if `isNew`. */
function findProblems(values: Values, isNew: boolean): string[] {
  try {
    const { adminEmail } = parseEnv({ ...values, NODE_ENV: 'production' })
    return isNew && !adminEmail ? ['ADMIN_EMAIL is missing: the administrator’s email'] : []
  } catch (error) {
    if (error instanceof EnvironmentError) return [...error.problems]
    throw error
  }
}

async function askOnTerminal(before: Values, isNew: boolean): Promise<Values> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await askSettings(before, isNew, (text) => terminal.question(text))
  } finally {
    terminal.close()
  }
}

interface Question {
  name: keyof typeof settingsSchema.shape
  /** Whether this portal needs it. */
  when?: (values: Values, isNew: boolean) => boolean
  isSecret?: true
}

const questions: Question[] = [
  { name: 'PUBLIC_URL' },
  { name: 'TRUST_PROXY', when: ({ TRUST_PROXY }) => Boolean(TRUST_PROXY) },
  { name: 'DATABASE_URL', isSecret: true },
  {
    name: 'MIGRATION_DATABASE_URL',
    isSecret: true,
    when: ({ DATABASE_URL, MIGRATION_DATABASE_URL }) =>
      Boolean(DATABASE_URL || MIGRATION_DATABASE_URL),
  },
  { name: 'UPLOADS_DIR' },
  { name: 'SECOND_COPY_DIR' },
  { name: 'BACKUP_TO' },
  { name: 'SMTP_URL', isSecret: true },
  { name: 'SMTP_FROM', when: ({ SMTP_URL }) => Boolean(SMTP_URL) },
  { name: 'ADMIN_EMAIL', when: (_values, isNew) => isNew },
]

/** Asks for each setting until the answer is one that a start takes. Enter keeps what is there, a dash empties it. */
export async function askSettings(
  before: Values,
  isNew: boolean,
  ask: (text: string) => Promise<string>,
): Promise<Values> {
  let values = before
  for (const { name, when, isSecret } of questions) {
    values = withProxy(values)
    if (when && !when(values, isNew)) continue
    const kept = values[name] ? ` [${isSecret ? 'as it is' : values[name]}]` : ''
    const question = `\n${name}: ${settingsSchema.shape[name].description}\n${kept}> `
    for (let fault: string | null = ''; fault !== null;) {
      const answer: string = (await ask(fault + question)).trim()
      const next: Values = { ...values, ...(answer && { [name]: answer === '-' ? '' : answer }) }
      const problem = findProblems(next, isNew).find((line) => line.startsWith(`${name} `))
      if (problem === undefined) values = next
      fault = problem === undefined ? null : `\n- ${problem}\n`
    }
  }
  return values
}

function welcome({ ADMIN_EMAIL, ADMIN_PASSWORD }: Values): void {
  console.log(
    [
      'Wrote .env (readable by you only).',
      `Administrator: ${ADMIN_EMAIL}`,
      `Password:      ${ADMIN_PASSWORD}`,
      `It works for ${oneTimeHours} hours after the first start. When you log in, you choose your own password and`,
      'set up two-step login, so have an authenticator app ready. Then remove ADMIN_PASSWORD from .env.',
      `Next: ${isBuilt ? 'npm start' : 'npm run build && npm start'}`,
    ].join('\n'),
  )
}
