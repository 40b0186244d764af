import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { parseEnv as parseEnvFile } from 'node:util'
import { readEnvText } from '../env'

const path = '.env'
export const envFileExists = () => existsSync(path)

/** What a first `.env` begins with. */
export const makeSecrets = () => ({
  ADMIN_PASSWORD: randomBytes(15).toString('base64url'),
  SESSION_SECRET: randomBytes(48).toString('base64url'),
  PASSWORD_PEPPER: randomBytes(48).toString('base64url'),
  DATA_KEY: randomBytes(32).toString('base64'),
  BACKUP_KEY: randomBytes(32).toString('base64'),
})

const heading = `# Secrets of this portal. Keep a copy of DATA_KEY, PASSWORD_PEPPER and BACKUP_KEY apart from backups:
# without them no backup, document or shared login can be opened, and no one can log in.
`

/** The values of `.env`; empty where there is none. */
export function readEnvFile(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parseEnvFile(readText())).map(([name, value]) => [name, value ?? '']),
  )
}

const readText = () => (envFileExists() ? readEnvText() : heading)

/**
 * Writes these values into `.env`, readable by its owner only, and leaves every other line as it is. It is replaced as a
 * whole: a power cut leaves the one before or the new one. Throws, and changes nothing, for a value that no line can hold.
 */
export async function writeEnvFile(values: Record<string, string>): Promise<void> {
  let text = readText()
  for (const [name, value] of Object.entries(values)) {
    const line = `${name}=${value}`
    const written = new RegExp(`^${name}=.*$`, 'm')
    text = written.test(text)
      ? text.replace(written, () => line)
      : `${text.replace(/([^\n])$/, '$1\n')}${line}\n`
    if (parseEnvFile(text)[name] !== value) {
      throw new Error(
        `${name} can’t be written into .env: it has a quote, a # or a line break in it.`,
      )
    }
  }
  const target = await realpath(path).catch(() => path)
  const temporary = `${target}.${randomUUID()}`
  await writeFile(temporary, text, { mode: 0o600, flag: 'wx', flush: true })
  const owned = await stat(target).catch(() => null)
  // Whoever repairs it as root must not take it from the portal.
  if (owned) await chown(temporary, owned.uid, owned.gid)
  await rename(temporary, target)
}
