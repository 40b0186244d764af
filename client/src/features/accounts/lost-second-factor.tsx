import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ShieldOff } from 'lucide-react'
import type { Confirmation } from '@shared/errors'
import type { ListedUser } from '@shared/users'
import { fullName } from '@/lib/format'
import { isListOf } from '@/lib/page-query'
import { requestWithPassword } from '@/lib/request-with-password'
import { toastError } from '@/lib/toast-error'
import { toast } from '@/lib/toast-store'
import { Button } from '@/ui/button'

const usersPath = '/api/admin/users'

function useRemoveLostSecondFactor(user: ListedUser) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      requestWithPassword<Confirmation>(
        `${usersPath}/${user.id}/second-factor/remove`,
        { method: 'POST' },
        {
          title: `Turn off two-step login for ${fullName(user)}?`,
          why: 'Do this only when you’re sure who is asking. From then on, their password alone is enough to log in. They’ll be logged out everywhere and notified by email.',
          submitLabel: 'Turn Off',
        },
      ),
    // After a refusal too: they may have turned it off themselves.
    onSettled: () => queryClient.invalidateQueries({ predicate: isListOf(usersPath) }),
  })
}

/** Turns two-step login off for someone who lost phone and recovery codes; nothing while it is off. */
export function LostSecondFactor({ user }: { user: ListedUser }) {
  const removing = useRemoveLostSecondFactor(user)
  if (!user.hasSecondFactor) return null

  async function handleClick() {
    try {
      await removing.mutateAsync()
      toast({ title: `Two-step login is off for ${fullName(user)}` })
    } catch (error) {
      toastError('Two-step login was not turned off', error, 'Please try again.')
    }
  }

  return (
    <Button
      size="sm"
      variant="secondary"
      pending={removing.isPending}
      icon={<ShieldOff />}
      aria-label={`Turn off two-step login for ${fullName(user)}`}
      onClick={() => void handleClick()}
    >
      Turn Off Two-Step Login
    </Button>
  )
}
