import type { Express } from 'express'

type Layer = Express['router']['stack'][number]

/** Every `method path` that an app answers by a route of its own, mounts included. */
export const mountedCalls = (app: Express): string[] => callsIn(app.router.stack, '')

function callsIn(stack: Layer[], mount: string): string[] {
  return stack.flatMap((layer) => {
    if (layer.route) {
      const { path, stack: handlers } = layer.route
      return [...new Set(handlers.map(({ method }) => `${method} ${mount}${path}`))]
    }
    const { handle } = layer
    if (!('stack' in handle && Array.isArray(handle.stack))) return []
    return callsIn(handle.stack, mount + mountOf(layer))
  })
}

function mountOf(layer: Layer): string {
  if ('rawPath' in layer && typeof layer.rawPath === 'string')
    return layer.rawPath.replace(/\/$/, '')
  throw new Error('A router is mounted on no path, or on several.')
}
