import { lazy, Suspense, type ReactNode } from 'react'
import { Redirect } from 'wouter'
import type { CurrentUser } from '@shared/accounts'
import { useSession } from '@/features/accounts/use-session'
import { paths } from '@/lib/paths'
import { Spinner } from '@/ui/spinner'

/** Shows its page to a logged-in person; anyone else is sent to the login page. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { user, isLoading } = useSession()
  if (isLoading) return <PageLoading />
  if (!user) return <Redirect to={paths.login} replace />
  return <ReadyAccount user={user}>{children}</ReadyAccount>
}

// Few people ever see it: the administrator at first, and people who are closing their account.
const AccountSetUp = lazy(async () => ({
  default: (await import('./account-set-up')).AccountSetUp,
}))

/** Shows its page once nothing has to be done to the account before; at the same address. */
export function ReadyAccount({ user, children }: { user: CurrentUser; children: ReactNode }) {
  if (!user.missingStep) return children
  return (
    <Suspense fallback={<PageLoading />}>
      <AccountSetUp user={user} step={user.missingStep} />
    </Suspense>
  )
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
