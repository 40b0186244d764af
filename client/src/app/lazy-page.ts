import { lazy, type ComponentType } from 'react'

/** A page in a chunk of its own, loaded when its route is first shown. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] }))
}
