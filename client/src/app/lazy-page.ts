import { lazy, type ComponentType } from 'react'
import { hasShownPage } from './scroll-restoration'

/**
 * A page in a chunk of its own, loaded when its route is first shown, together with what the page
 * itself asks for `alongside`.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  alongside?: () => Promise<unknown>,
) {
  return lazy(async () => {
    const page = load()
    // The first page asks for it by itself, once it is painted.
    if (hasShownPage()) alongside?.().catch(() => undefined)
    return { default: (await page)[name] }
  })
}
