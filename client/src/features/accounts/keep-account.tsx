import type { CurrentUser } from '@shared/accounts'
import { formatDate } from '@/lib/format'
import { toastError } from '@/lib/toast-error'
import { Button } from '@/ui/button'
import { toast } from '@/lib/toast-store'
import { useKeepAccount } from './closing-api'

/** When a closing account goes, and the one thing that can be done about it. */
export function KeepAccount({ user }: { user: CurrentUser }) {
  const keeping = useKeepAccount()

  async function handleClick() {
    try {
      await keeping.mutateAsync()
      toast({ title: 'Your account stays open' })
    } catch (error) {
      toastError('Your account is still closing', error, 'Please try again.')
    }
  }

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
      <Button pending={keeping.isPending} onClick={() => void handleClick()}>
        Keep My Account
      </Button>
    </>
  )
}
