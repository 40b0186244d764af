import type { CurrentUser } from '@shared/accounts'
import { formatDate } from '@/lib/format'
import { post } from '@/lib/http'
import { sessionKey } from '@/lib/session'
import { useAction } from '@/lib/use-action'
import { ActionButton } from '@/ui/action-button'

/** When a closing account goes, and the one thing that can be done about it. */
export function KeepAccount({ user }: { user: CurrentUser }) {
  const keeping = useAction({
    send: () => post<CurrentUser>('/api/account/keep'),
    sets: sessionKey,
    done: 'Your account stays open',
    failure: 'Your account is still closing',
    fallback: 'Please try again.',
  })

  return (
    <>
      <p className="mt-2 mb-6 text-muted">
        <span>You asked us to close it. </span>
        {user.closesAt ? (
          <span>
            On <strong className="whitespace-nowrap text-ink">{formatDate(user.closesAt)}</strong>,
            we’ll permanently remove everything in it.{' '}
          </span>
        ) : null}
        <span>Until then, you can keep your account and all your documents.</span>
      </p>
      <ActionButton action={keeping}>Keep My Account</ActionButton>
    </>
  )
}
