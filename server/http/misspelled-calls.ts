import { posix } from 'node:path'
import type { RequestHandler } from 'express'
import { notFound } from '../errors'
import { decodeFully } from './redact'

/**
 * Answers `/API/user` or `//uploads/…` as what they are, calls that do not exist: a program that asks
 * for JSON must not be shown a page. Mounted behind all calls.
 */
export const refuseMisspelledCalls: RequestHandler = (req, _res, next) => {
  if (!looksLikeCall(req.path)) {
    next()
    return
  }
  throw notFound('There is no such call.')
}

/** Read as leniently as any server would: decoded, slashes of both kinds, dots resolved. */
function looksLikeCall(path: string): boolean {
  const plain = (decodeFully(path) ?? '').replaceAll('\\', '/')
  return /^\/(?:api|uploads)(?:\/|$)/i.test(posix.normalize(plain))
}
