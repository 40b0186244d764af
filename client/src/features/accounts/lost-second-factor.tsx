import { ShieldOff } from 'lucide-react'
import type { ListedUser } from '@shared/users'
import { fullName } from '@/lib/format'
import { requestWithPassword } from '@/lib/request-with-password'
import { useAction } from '@/lib/use-action'
import { ActionButton } from '@/ui/button'

const usersPath = '/api/admin/users'

/** Turns two-step login off for someone who lost phone and recovery codes; nothing while it is off. */
export function LostSecondFactor({ user }: { user: ListedUser }) {
  const removal = useAction({
    send: () =>
      requestWithPassword(
        `${usersPath}/${user.id}/second-factor/remove`,
        { method: 'POST' },
        {
          title: `Turn off two-step login for ${fullName(user)}?`,
          why: 'Do this only when you’re sure who is asking. From then on, their password alone is enough to log in. They’ll be logged out everywhere and notified by email.',
          submitLabel: 'Turn Off',
        },
      ),
    // They may have turned it off themselves.
    refreshes: [usersPath],
    done: `Two-step login is off for ${fullName(user)}`,
    failure: 'Two-step login was not turned off',
    fallback: 'Please try again.',
  })
  if (!user.hasSecondFactor) return null

  return (
    <ActionButton
      action={removal}
      size="sm"
      variant="secondary"
      icon={<ShieldOff />}
      aria-label={`Turn off two-step login for ${fullName(user)}`}
    >
      Turn Off Two-Step Login
    </ActionButton>
  )
}
