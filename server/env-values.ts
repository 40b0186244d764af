import { readFileSync } from 'node:fs'
import { z } from '@shared/zod'

const minSecretLength = 32

export const secretValue = z
  .string({ error: 'is missing; `npm run setup` writes one' })
  .min(minSecretLength, `is weak: it needs at least ${minSecretLength} random characters`)
  .refine((value) => new Set(value).size >= 10, { error: 'is weak: use a random value' })

/** One or more secrets, separated by commas, the current one first. */
export const secretValues = z
  .string({ error: 'is missing; `npm run setup` writes one' })
  .transform((value) => value.split(',').map((secret) => secret.trim()))
  .pipe(z.array(secretValue))

/** One or more base64 keys of 32 bytes, the current one first. */
export const dataKeys = z
  .string({ error: 'is missing; `npm run setup` writes one' })
  .transform((value, context) => {
    const keys = value.split(',').map((key) => Buffer.from(key.trim(), 'base64'))
    if (keys.every((key) => key.length === 32)) return keys
    const message = 'must be base64 of 32 bytes'
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

export function wholeNumber(fallback: number, min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce
    .number({ error })
    .int({ error })
    .min(min, { error })
    .max(max, { error })
    .default(fallback)
}

export function positiveNumber(fallback: number) {
  const error = 'must be a number above 0'
  return z.coerce.number({ error }).positive({ error }).default(fallback)
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
    const path = secretFile(value)
    if (path === null) return value
    try {
      return readFileSync(path, 'utf8').trim()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
      context.addIssue({ code: 'custom', message: `names a file that cannot be read (${code})` })
      return z.NEVER
    }
  }, schema)

export const secretFile = (value: unknown): string | null =>
  typeof value === 'string' && value.startsWith('file:') ? value.slice('file:'.length) : null
