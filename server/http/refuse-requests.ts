import { posix } from 'node:path'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Env } from '../env'
import { badRequest, forbidden, notFound } from '../errors'
import { readAddress } from './client-address'
import { decodeFully } from './logger'

/** Node still answers HTTP/0.9, whose requests carry no headers: neither a host nor where they come from. */
export const requireHttp1: RequestHandler = (req, _res, next) => {
  if (req.httpVersionMajor < 1) throw badRequest('The request could not be read.')
  next()
}

/**
 * Says once when forwarded headers come from a peer that TRUST_PROXY does not name: either a proxy
 * is not configured, and all visitors share its address, or someone is pretending.
 */
export function warnOfUntrustedProxy(logger: Logger): RequestHandler {
  let hasWarned = false
  return (req, _res, next) => {
    const isForwarded = req.headers['x-forwarded-for'] !== undefined
    if (isForwarded && req.ips.length === 0 && !hasWarned) {
      hasWarned = true
      const address = readAddress(req.socket.remoteAddress ?? '') ?? 'unreadable'
      logger.error(
        { address },
        `configuration: forwarded headers from ${address}, which TRUST_PROXY does not name: add it there if it is your proxy`,
      )
    }
    next()
  }
}

/** Behind TLS, an API call that arrives without it is a misconfigured proxy or an interception. */
export function requireHttps(env: Env): RequestHandler {
  return (req, _res, next) => {
    if (env.isHttps && !req.secure) throw badRequest('The portal answers over https only.')
    next()
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses changes that another site asks a browser for (CSRF). It needs no token, and covers
 * multipart and body-less requests too: browsers always say where a request comes from.
 */
export function requireSameOrigin(env: Env): RequestHandler {
  return (req, _res, next) => {
    if (safeMethods.has(req.method)) {
      next()
      return
    }
    const site = req.get('Sec-Fetch-Site')
    const origin = req.get('Origin')
    if (site === 'cross-site' || site === 'same-site' || (origin && origin !== env.publicOrigin)) {
      throw forbidden('This request came from another site.', 'same origin')
    }
    next()
  }
}

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

/**
 * Ends requests whose body trickles in: fewer bytes than this in a window. A weak phone link gets
 * through; a client that holds connections open does not. Silence is ended earlier, by the server's
 * own timeout.
 */
export function endSlowRequests(options: {
  windowMs: number
  minBytesPerWindow: number
}): RequestHandler {
  const { windowMs, minBytesPerWindow } = options
  return (req, _res, next) => {
    if (req.complete) {
      next()
      return
    }
    const { socket } = req
    let seen = socket.bytesRead
    const timer = setInterval(() => {
      // It has all arrived, though no one may have read it: what takes long is the answer.
      if (req.complete) clearInterval(timer)
      else if (socket.bytesRead - seen < minBytesPerWindow) socket.destroy()
      seen = socket.bytesRead
    }, windowMs)
    req.once('end', () => clearInterval(timer))
    req.once('close', () => clearInterval(timer))
    next()
  }
}
