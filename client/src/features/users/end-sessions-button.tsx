import { LogOut } from 'lucide-react'
import type { ListedUser } from '@shared/users'
import { fullName } from '@/lib/format'
import { del } from '@/lib/http'
import { useAction } from '@/lib/use-action'
import { ActionButton } from '@/ui/action-button'
import { usersPath } from './api'

/** Logs a person out everywhere, after asking. */
export function EndSessionsButton({ user }: { user: ListedUser }) {
  const name = fullName(user)
  const ending = useAction({
    ask: `Log ${name} out on every device?`,
    send: () => del(`${usersPath}/${user.id}/sessions`),
    done: { title: 'Sessions ended', description: `${name} is logged out everywhere.` },
    failure: 'Failed to end the sessions',
  })

  return (
    <ActionButton
      action={ending}
      size="sm"
      variant="secondary"
      icon={<LogOut />}
      aria-label={`End sessions of ${name}`}
    >
      End Sessions
    </ActionButton>
  )
}
