import { lazy, type ComponentType } from 'react'
import { Spinner } from '@/ui/spinner'
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

/**
 * Shown while a page's code is loading. The first time it waits half a second: the first
 * page's code comes along with the app, and React keeps a spinner for at least 300 ms once shown.
 */
export const PageFallback = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, 500))
  return { default: PageLoading }
})

export function PageLoading() {
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      <Spinner label="Loading" />
    </div>
  )
}
