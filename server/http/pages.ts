import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import express, { Router, type Request, type Response } from 'express'
import { isKnownPage } from '@shared/pages'
import { notFound } from './errors'

const encodings = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
] as const

/**
 * Serves the built client: hashed assets for a year, pages never from a cache. Any path that is no
 * file shows the app, with status 404 where the app has no such page.
 */
export function servePages(clientDir: string): Router {
  const router = Router()
  router.use(sendPrecompressed(clientDir))
  router.use(
    express.static(clientDir, {
      index: false,
      redirect: false,
      setHeaders: (res, path) => {
        res.setHeader('Cache-Control', cacheControl(path.slice(clientDir.length)))
      },
    }),
  )
  router.get('/{*path}', (req, res) => {
    if (extname(req.path)) throw notFound()
    res.status(isKnownPage(req.path) ? 200 : 404)
    res.set('Cache-Control', 'no-store')
    sendVariant(req, res, join(clientDir, 'index.html'), 'text/html; charset=utf-8')
  })
  router.use(() => {
    throw notFound()
  })
  return router
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

function sendPrecompressed(clientDir: string): Router {
  const router = Router()
  router.get('/assets/:name', (req, res, next) => {
    const path = join(clientDir, 'assets', req.params.name)
    const type = types[extname(path)]
    if (!type || !existsSync(path)) {
      next()
      return
    }
    res.set('Cache-Control', cacheControl('/assets/'))
    sendVariant(req, res, path, type)
  })
  return router
}

/** The smallest stored form of a file that the browser takes. */
function sendVariant(req: Request, res: Response, path: string, type: string): void {
  res.vary('Accept-Encoding')
  res.type(type)
  const variant = encodings.find(
    ({ name, extension }) => req.acceptsEncodings(name) && existsSync(path + extension),
  )
  if (variant) res.set('Content-Encoding', variant.name)
  res.sendFile(path + (variant?.extension ?? ''), { cacheControl: false, dotfiles: 'allow' })
}

const cacheControl = (path: string) =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
