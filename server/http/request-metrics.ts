import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** In seconds: from a page out of memory to a document over a weak line. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Counts and times every request, from its head to the end of its answer. */
export function measureRequests(registry: Registry): RequestHandler {
  const registers = [registry]
  const total = new Counter({
    name: 'portal_http_requests_total',
    help: 'Requests that have ended; status 0: whoever asked had gone before the answer.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'portal_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets,
    registers,
  })
  const underWay = new Set<IncomingMessage>()
  const gauge = new Gauge({
    name: 'portal_http_requests_under_way',
    help: 'Requests whose answer has not ended, such as uploads.',
    labelNames: ['route'],
    registers,
    collect() {
      gauge.reset()
      for (const req of underWay) gauge.inc({ route: getRoutePattern(req) })
    },
  })

  return (req, res, next) => {
    const startedAt = performance.now()
    underWay.add(req)
    res.once('close', () => {
      underWay.delete(req)
      const labels = { method: req.method ?? '', route: getRoutePattern(req) }
      total.inc({ ...labels, status: res.writableFinished ? res.statusCode : 0 })
      duration.observe(labels, (performance.now() - startedAt) / 1_000)
    })
    next()
  }
}

const known = new WeakMap<object, string>()

/**
 * The pattern of the route that a request came to, with its mount: `/api/admin/users/:id/status`. Never the
 * address itself, which holds ids and keys, and has any number of values. Before a route was
 * chosen, or where there is none, only which part of the portal it is.
 */
function getRoutePattern(req: IncomingMessage): string {
  const route: unknown = 'route' in req ? req.route : undefined
  if (typeof route !== 'object' || route === null) return getPart(pathOf(req))
  const found = known.get(route)
  if (found !== undefined) return found
  const pattern = buildPattern(route, pathOf(req))
  known.set(route, pattern)
  return pattern
}

function buildPattern(route: object, path: string): string {
  const own = 'path' in route ? String(route.path) : ''
  // The page of whatever path.
  if (own.includes('*')) return own
  // Mounts have no parameters. Where a handler fails, Express has forgotten the mount by the time of the answer.
  const segments = path.split('/')
  const mount = segments.slice(0, segments.length - (own.split('/').length - 1)).join('/')
  return mount + own
}

const pathOf = (req: IncomingMessage): string => {
  const url = 'originalUrl' in req ? String(req.originalUrl) : (req.url ?? '')
  const [path = ''] = url.split('?', 1)
  return path
}

function getPart(path: string): string {
  const [, part] = /^\/(api|uploads|assets)\//.exec(path) ?? []
  return part ? `/${part}/*` : '*'
}
