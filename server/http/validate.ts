import type { Request, RequestHandler } from 'express'
import { recordId } from '@shared/lists'
import type { z } from '@shared/zod'
import { badRequest, notFound } from '../errors'

/** A path's id as a number. What cannot be an id answers like an absent record. */
export function pathId(req: Request): number {
  const parsed = recordId.safeParse(req.params['id'])
  if (!parsed.success) throw notFound()
  return parsed.data
}

/** Refuses what cannot be an id before the body is read. */
export const requirePathId: RequestHandler = (req, _res, next) => {
  pathId(req)
  next()
}

/** A named part of the path, decoded once by the router. Postgres stores no NUL, so none is found. */
export function pathText(req: Request, name: string): string {
  const value = req.params[name]
  if (typeof value !== 'string' || value.includes('\0')) throw notFound()
  return value
}

/** The token of a mailed link or a code, in the header where no log has it. Anything else is ignored. */
export function bearerToken(req: Request): string {
  const [, given] = /^Bearer ([\w-]{43})$/.exec(req.get('Authorization') ?? '') ?? []
  if (!given) throw notFound()
  return given
}

/** Throws 400 with one message per field. */
export function checkInput<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const errors: Record<string, string> = Object.create(null)
  for (const issue of parsed.error.issues) {
    const field = issue.path.join('.')
    if (field) errors[field] ??= issue.message
  }
  const [first] = Object.values(errors)
  throw badRequest(first ?? 'Invalid input', errors)
}
