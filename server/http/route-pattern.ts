import type { IncomingMessage } from 'node:http'

const known = new WeakMap<object, string>()

/**
 * The pattern of the route that a request came to, with its mount: `/api/admin/users/:id/status`. Never the
 * address itself, which holds ids and keys, and has any number of values. Before a route was
 * chosen, or where there is none, only which part of the portal it is.
 */
export function getRoutePattern(req: IncomingMessage): string {
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
