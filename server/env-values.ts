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

export const wholeNumber = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback)

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
