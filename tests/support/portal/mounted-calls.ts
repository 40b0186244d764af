import type { Express } from 'express'
import type { z } from '@shared/zod'

type Layer = Express['router']['stack'][number]

export interface MountedCall {
  /** `post /api/login`. */
  name: string
  facts: MountedFacts
}

/** The facts of a route, as `server/http/routes.ts` attaches them to its handler. */
interface MountedFacts {
  about?: string
  body?: z.ZodType
  takes?: string
  query?: z.ZodType
  out?: z.ZodType
  sends?: string
  status?: number
  isList?: boolean
}

/** Every call that an app answers by a route of its own, mounts included. */
export const mountedCalls = (app: Express): MountedCall[] => callsIn(app.router.stack, '')

function callsIn(stack: Layer[], mount: string): MountedCall[] {
  return stack.flatMap((layer) => {
    if (layer.route) {
      const { path, stack: handlers } = layer.route
      const facts = factsOf(handlers)
      const methods = [...new Set(handlers.map(({ method }) => method))]
      return methods.map((method) => ({ name: `${method} ${mount}${path}`, facts }))
    }
    const { handle } = layer
    if (!('stack' in handle && Array.isArray(handle.stack))) return []
    return callsIn(handle.stack, mount + mountOf(layer))
  })
}

function factsOf(handlers: Layer[]): MountedFacts {
  for (const { handle } of handlers) if (hasFacts(handle)) return handle.facts
  return {}
}

const hasFacts = (handle: object): handle is { facts: MountedFacts } => 'facts' in handle

function mountOf(layer: Layer): string {
  if ('rawPath' in layer && typeof layer.rawPath === 'string')
    return layer.rawPath.replace(/\/$/, '')
  throw new Error('A router is mounted on no path, or on several.')
}
