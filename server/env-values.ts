import { readFileSync } from 'node:fs'
import { z } from '@shared/zod'

const minSecretLength = 32

export const secretValue = z
  .string({ error: 'is missing; `npm run setup` writes one' })
  .min(minSecretLength, `is weak: it needs at least ${minSecretLength} random characters`)
  .refine((value) => new Set(value).size >= 10, { error: 'is weak: use a random value' })
  .refine((value) => !isRepeated(value), { error: 'is weak: it repeats itself' })

function isRepeated(value: string): boolean {
  const periods = Array.from({ length: Math.floor(value.length / 2) }, (_, at) => at + 1)
  return periods.some((period) => value.startsWith(value.slice(period)))
}

const semicolon = 'has a ; in it: separate several with commas'

/** One or more secrets, separated by commas, the current one first. A ; may be part of one that was not made by setup. */
export const secretValues = z
  .string({ error: 'is missing; `npm run setup` writes one' })
  .refine((value) => !/^[\w+/=-]{32,}(?:;\s*[\w+/=-]{32,})+$/.test(value), {
    error: semicolon,
    abort: true,
  })
  .transform((value) => value.split(',').map((secret) => secret.trim()))
  .pipe(z.array(secretValue))

/** One or more base64 keys of 32 bytes, the current one first. */
export const dataKeys = z
  .string({ error: 'is missing; `npm run setup` writes one' })
  .refine((value) => !value.includes(';'), { error: semicolon, abort: true })
  .transform((value, context) => {
    const keys = value.split(',').map((key) => Buffer.from(key.trim(), 'base64'))
    if (keys.every((key) => key.length === 32)) return keys
    const message = 'must be base64 of 32 bytes'
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

export function wholeNumber(fallback: number, min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .trim()
    .regex(/^\d+$/, { error, abort: true })
    .transform(Number)
    .pipe(z.number().min(min, { error }).max(max, { error }))
    .default(fallback)
}

export function positiveNumber(fallback: number) {
  const error = 'must be a number above 0'
  return z.coerce.number({ error }).positive({ error }).default(fallback)
}

/** A folder of this machine, as it is written: nothing expands it, so that another one would be made in silence. */
export const folderPath = z.string().superRefine((path, context) => {
  const fault = findFolderFault(path)
  if (fault !== null) context.addIssue({ code: 'custom', message: fault })
})

export function findFolderFault(path: string): string | null {
  if (/^[a-z]:/i.test(path) || path.includes('\\')) {
    return 'has a drive letter or a \\: write the whole path as /…'
  }
  if (/^[^/]+:\/\//.test(path)) {
    return 'must be a folder of this machine, such as /mnt/other-disk/portal: an address such as s3:// goes into STORAGE only'
  }
  if (/^[^/]+:/.test(path)) {
    return 'must be a folder of this machine: mount the other machine, and name where'
  }
  if (path.startsWith('~') || path.includes('$')) {
    return 'has a ~ or a $, which is not expanded: write the whole path'
  }
  return path.includes(',') ? 'has a comma: it takes one folder' : null
}

/**
 * An address with one of these protocols, as it was written. The first fault is named: what follows may be cut off where a
 * character means something else.
 */
export const addressOf = (protocols: string[], form: string) =>
  z.string().transform((text, context) => {
    const fault = findAddressFault(text, protocols, form)
    if (fault === null) return text
    context.addIssue({ code: 'custom', message: fault })
    return z.NEVER
  })

function findAddressFault(text: string, protocols: string[], form: string): string | null {
  if (/\p{Cc}|\p{Cf}/u.test(text)) return 'has an invisible character in it: type it anew'
  if (text.includes('#')) return 'has a #, which ends an address: write it as %23'
  if (!protocols.some((protocol) => text.startsWith(`${protocol}://`))) return `must be ${form}`
  if (URL.canParse(text)) return null
  return `must be ${form}, with @ : / # in a name or password written as %40 %3A %2F %23, and a port up to 65535`
}

/** Of what no rule words itself, and never with the value in it. */
export function wordIssue(issue: { code?: string; values?: unknown }): string {
  if (issue.code === 'invalid_value' && Array.isArray(issue.values)) {
    return `must be ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(issue.values.map(String))}`
  }
  return 'is not valid: see .env.example'
}

/** A file for variables that is not read by a shell keeps quotes as part of the value. */
export const isQuoted = (value: string | undefined): boolean => /^(["']).*\1$/.test(value ?? '')

const emptyIsAbsent = (value: unknown) => (value === '' ? undefined : value)
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(emptyIsAbsent, schema.optional())
export const withDefault = <T extends z.ZodType>(schema: T) => z.preprocess(emptyIsAbsent, schema)

/** The value itself, or `file:` and the path of a file that holds it, as systemd and containers hand secrets over. */
export const secret = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value, context) => {
    if (typeof value !== 'string') return value
    const { text = '', fault } = readSecret(value)
    if (fault === undefined) return text
    context.addIssue({ code: 'custom', message: fault })
    return z.NEVER
  }, schema)

function readSecret(value: string): { text?: string; fault?: string } {
  const path = secretFile(value)
  if (path === null) return { text: value, ...findStandIn(value) }
  if (path.trim() === '') return { fault: 'names no file: write file:/path' }
  if (/^[\s~$]/.test(path)) return { fault: 'names a file by a space, ~ or $: write file:/path' }
  try {
    const text = readFileSync(path, 'utf8').trim()
    return text === '' ? { fault: 'names a file that is empty' } : { text, ...findStandIn(text) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    if (code === 'ENOENT') return { fault: 'names a file that doesn’t exist' }
    return { fault: `names a file that cannot be read (${code})` }
  }
}

/** Text that only stands for a secret would be taken for one. */
function findStandIn(text: string): { fault?: string } {
  if (/^\s*file\s*:/i.test(text)) {
    return { fault: 'looks like a file: write file:/path, in small letters and without a space' }
  }
  if (/^(?:\$\(.*\)|`.*`)$/.test(text)) {
    return { fault: 'holds a command, which nothing runs here: write what it prints' }
  }
  return /^(?:export\s+)?[A-Z]+(?:_[A-Z]+)+=[^=]/.test(text)
    ? { fault: 'must hold the value alone, without its name and = in front' }
    : {}
}

export const secretFile = (value: unknown): string | null =>
  typeof value === 'string' && value.startsWith('file:') ? value.slice('file:'.length) : null
