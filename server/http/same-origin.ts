import type { RequestHandler } from 'express'
import type { Env } from '../env'
import { badRequest, forbidden } from '../errors'

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

/** Behind TLS, an API call that arrives without it is a misconfigured proxy or an interception. */
export function requireHttps(env: Env): RequestHandler {
  return (req, _res, next) => {
    if (env.isHttps && !req.secure) throw badRequest('The portal answers over https only.')
    next()
  }
}
