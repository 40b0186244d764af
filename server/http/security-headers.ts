import type { RequestHandler } from 'express'
import helmet from 'helmet'
import type { Env } from '../env'

const oneYearInSeconds = 31_536_000
export const keptInNoCache = 'no-store'

/**
 * The headers of every answer. Pages may load only from their own origin, and nothing may frame them. No
 * cache keeps what does not say that it may.
 */
export function securityHeaders(env: Pick<Env, 'isHttps'>): RequestHandler[] {
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          'default-src': ["'none'"],
          'script-src': ["'self'"],
          'style-src': ["'self'"],
          'img-src': ["'self'", 'data:', 'blob:'],
          'font-src': ["'self'"],
          'connect-src': ["'self'"],
          'media-src': ["'self'"],
          'manifest-src': ["'self'"],
          'form-action': ["'self'"],
          'base-uri': ["'none'"],
          'object-src': ["'none'"],
          'frame-ancestors': ["'none'"],
        },
      },
      crossOriginEmbedderPolicy: false,
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginResourcePolicy: { policy: 'same-origin' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      xFrameOptions: { action: 'deny' },
      strictTransportSecurity: env.isHttps
        ? { maxAge: oneYearInSeconds, includeSubDomains: true }
        : false,
    }),
    (_req, res, next) => {
      res.set({
        'Cache-Control': keptInNoCache,
        'Permissions-Policy':
          'camera=(), microphone=(), geolocation=(), payment=(), usb=(), fullscreen=(self), autoplay=(self)',
      })
      next()
    },
  ]
}

/** Pages whose address may hold a secret name themselves to no one. */
export const noReferrer: RequestHandler = (_req, res, next) => {
  res.set('Referrer-Policy', 'no-referrer')
  next()
}

/** For the script of the worker that reads PDFs, which is a policy of its own: only there WebAssembly runs. */
export const pdfWorkerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * For stored files: nothing in them may run or load. A browser's own PDF viewer does not start in a
 * sandbox, and needs its inline styles.
 */
export function uploadContentPolicy(shownType: string | null): string {
  const policy =
    shownType === 'application/pdf'
      ? "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'"
      : "default-src 'none'; sandbox"
  return `${policy}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}
