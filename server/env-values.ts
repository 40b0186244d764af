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

/** One or more base64 keys of 32 bytes, the current one first, or `file:` and the path of them. */
export const dataKeys = z
  .string({ error: 'is missing; `npm run setup` writes one' })
  .transform((value, context) => {
    const text = value.startsWith('file:') ? readKeyFile(value.slice(5)) : value
    const keys = text?.split(',').map((key) => Buffer.from(key.trim(), 'base64'))
    if (keys?.length && keys.every((key) => key.length === 32)) return keys
    const message = 'must be base64 of 32 bytes (or file:/path to it)'
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

/** `tcp://host:port`, or `unix:/path`. */
export const clamdUrl = z
  .string()
  .regex(/^(?:tcp:\/\/(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}|unix:\/.+)$/i, {
    error: 'must be tcp://host:port or unix:/path',
  })

export const wholeNumber = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback)

const emptyIsAbsent = (value: unknown) => (value === '' ? undefined : value)
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(emptyIsAbsent, schema.optional())
export const withDefault = <T extends z.ZodType>(schema: T) => z.preprocess(emptyIsAbsent, schema)

function readKeyFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}
