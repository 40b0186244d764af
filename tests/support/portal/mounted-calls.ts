import type { Express } from 'express'
import { z } from '@shared/zod'

type Layer = Express['router']['stack'][number]

export interface MountedCall {
  /** `post /api/login`. */
  name: string
  /** What its body and its query must be; undefined where it takes none. */
  body: z.ZodType | undefined
  query: z.ZodType | undefined
}

/** Every call that an app answers by a route of its own, mounts included. */
export const mountedCalls = (app: Express): MountedCall[] => callsIn(app.router.stack, '')

function callsIn(stack: Layer[], mount: string): MountedCall[] {
  return stack.flatMap((layer) => {
    if (layer.route) {
      const { path, stack: handlers } = layer.route
      const takes = { body: schemaOf(handlers, 'body'), query: schemaOf(handlers, 'query') }
      const methods = [...new Set(handlers.map(({ method }) => method))]
      return methods.map((method) => ({ name: `${method} ${mount}${path}`, ...takes }))
    }
    const { handle } = layer
    if (!('stack' in handle && Array.isArray(handle.stack))) return []
    return callsIn(handle.stack, mount + mountOf(layer))
  })
}

function schemaOf(handlers: Layer[], part: 'body' | 'query'): z.ZodType | undefined {
  const schemas = handlers.map(({ handle }): unknown => Reflect.get(handle, part))
  return schemas.find((schema) => schema instanceof z.ZodType)
}

function mountOf(layer: Layer): string {
  if ('rawPath' in layer && typeof layer.rawPath === 'string')
    return layer.rawPath.replace(/\/$/, '')
  throw new Error('A router is mounted on no path, or on several.')
}
