import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldOff } from 'lucide-react'
import { useState } from 'react'
import type { Reauthentication } from '@shared/accounts'
import type { Confirmation } from '@shared/errors'
import type { ListedUser } from '@shared/users'
import { fullName } from '@/lib/format'
import { request } from '@/lib/http'
import { later } from '@/lib/later'
import { isListOf } from '@/lib/page-query'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { toast } from '@/lib/toast-store'
import { secondFactorQuery } from './second-factor-api'
import { useSession } from './use-session'

const ReauthenticationForm = later(
  async () => (await import('./reauthentication-form')).ReauthenticationForm,
)

const usersPath = '/api/admin/users'

function useRemoveLostSecondFactor(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Reauthentication) =>
      request<Confirmation>(`${usersPath}/${userId}/second-factor/remove`, {
        method: 'POST',
        body,
      }),
    // After a refusal too: they may have turned it off themselves.
    onSettled: () => queryClient.invalidateQueries({ predicate: isListOf(usersPath) }),
  })
}

/** Turns two-step login off for someone who lost phone and recovery codes; nothing while it is off. */
export function LostSecondFactor({ user }: { user: ListedUser }) {
  const [isAsking, setIsAsking] = useState(false)
  if (!user.hasSecondFactor) return null
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        icon={<ShieldOff />}
        aria-label={`Turn off two-step login for ${fullName(user)}`}
        onClick={() => setIsAsking(true)}
      >
        Turn Off Two-Step Login
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Turn off two-step login for ${fullName(user)}?`}
        description="Do this only when you’re sure who is asking. From then on, their password alone is enough to log in. They’ll be logged out everywhere and notified by email."
      >
        <Proof user={user} onDone={() => setIsAsking(false)} />
      </Dialog>
    </>
  )
}

function Proof({ user, onDone }: { user: ListedUser; onDone: () => void }) {
  const session = useSession()
  const { data: own } = useQuery(secondFactorQuery)
  const removing = useRemoveLostSecondFactor(user.id)

  async function handleConfirm(credentials: Reauthentication) {
    await removing.mutateAsync(credentials)
    toast({ title: `Two-step login is off for ${fullName(user)}` })
    onDone()
  }

  return (
    <ReauthenticationForm
      email={session.user?.email ?? ''}
      submitLabel="Turn Off"
      failure="Two-step login was not turned off"
      asksForCode={own?.isOn ?? false}
      onConfirm={handleConfirm}
      onCancel={onDone}
    />
  )
}
