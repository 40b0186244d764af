import { Suspense, type ReactNode } from 'react'
import { Redirect } from 'wouter'
import type { CurrentUser } from '@shared/accounts'
import { useSession } from '@/features/accounts/use-session'
import { lazyPage } from '@/lib/lazy-part'
import { goOnHere, paths } from '@/lib/paths'
import { PageLoading } from './page-loading'

/** Shows its page to a logged-in person; anyone else is sent to the login page. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { user, isLoading } = useSession()
  if (isLoading) return <PageLoading />
  if (!user) return <Redirect to={paths.login} state={goOnHere()} replace />
  return <ReadyAccount user={user}>{children}</ReadyAccount>
}

// Few people ever see it: the administrator at first, and people who are closing their account.
const AccountSetUp = lazyPage(() => import('./account-set-up').then((part) => part.AccountSetUp))

/** Shows its page once nothing has to be done to the account before; at the same address. */
export function ReadyAccount({ user, children }: { user: CurrentUser; children: ReactNode }) {
  if (!user.missingStep) return children
  return (
    <Suspense fallback={<PageLoading />}>
      <AccountSetUp user={user} step={user.missingStep} />
    </Suspense>
  )
}
