import { lazy } from 'react'
import { Spinner } from '@/ui/button'

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
