import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import { useSessionOfOtherTabs } from '@/features/accounts/session-tabs'
import { useSession } from '@/features/accounts/use-session'
import { paths } from '@/lib/paths'
import { Spinner } from '@/ui/spinner'

/** Shows its page to a logged-in person; anybody else is sent to the login page. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { user, isLoading } = useSession()
  useSessionOfOtherTabs()
  if (isLoading) return <PageLoading />
  return user ? children : <Redirect to={paths.login} replace />
}

export function PageLoading() {
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      <Spinner label="Loading" />
    </div>
  )
}
