import { lazy, type ReactNode } from 'react'
import { Redirect } from 'wouter'
import { useSession } from '@/features/accounts/use-session'
import { paths } from '@/lib/paths'
import { Spinner } from '@/ui/spinner'

/** Shows its page to a logged-in person; anybody else is sent to the login page. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { user, isLoading } = useSession()
  if (isLoading) return <PageLoading />
  return user ? children : <Redirect to={paths.login} replace />
}

/**
 * Stands where a page's code is still loading, half a second late the first time: the code of the
 * page somebody arrives at comes along with the app, and React keeps a spinner for 300 ms at least.
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
