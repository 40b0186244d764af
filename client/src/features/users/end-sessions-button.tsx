import { LogOut } from 'lucide-react'
import type { ListedUser } from '@shared/users'
import { fullName } from '@/lib/format'
import { toastError } from '@/lib/toast-error'
import { Button } from '@/ui/button'
import { toast } from '@/lib/toast-store'
import { useEndUserSessions } from './api'

/** Logs a person out everywhere, after asking. */
export function EndSessionsButton({ user }: { user: ListedUser }) {
  const ending = useEndUserSessions()
  const name = fullName(user)

  async function handleClick() {
    if (!window.confirm(`Log ${name} out on every device?`)) return
    try {
      await ending.mutateAsync({ id: user.id })
      toast({ title: 'Sessions ended', description: `${name} is logged out everywhere.` })
    } catch (error) {
      toastError('Failed to end the sessions', error)
    }
  }

  return (
    <Button
      size="sm"
      variant="secondary"
      icon={<LogOut />}
      pending={ending.isPending}
      aria-label={`End sessions of ${name}`}
      onClick={() => void handleClick()}
    >
      End Sessions
    </Button>
  )
}
