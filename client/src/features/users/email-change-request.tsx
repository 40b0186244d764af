import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Confirmation } from '@shared/errors'
import type { ListedUser } from '@shared/users'
import { fullName } from '@/lib/format'
import { request } from '@/lib/http'
import { toastError } from '@/lib/toast-error'
import { Button } from '@/ui/button'
import { EmailText } from '@/ui/email-text'
import { toast } from '@/lib/toast-store'
import { isOfAdmin, usersPath } from './api'

/** The email that someone wants to log in with, for the administrator to confirm or decline. */
export function EmailChangeRequest({ user, newEmail }: { user: ListedUser; newEmail: string }) {
  const settling = useSettleEmailChange()
  const name = fullName(user)

  async function handleAnswer(answer: 'confirm' | 'decline') {
    try {
      await settling.mutateAsync({ id: user.id, newEmail, answer })
      toast(
        answer === 'confirm'
          ? {
              title: `${name}’s email was changed`,
              description: 'They’ve been logged out everywhere.',
            }
          : { title: `${name} keeps their current email` },
      )
    } catch (error) {
      toastError('The email was not changed', error)
    }
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="basis-full wrap-anywhere">
        <EmailText email={newEmail} />
      </span>
      <Button
        size="sm"
        variant="secondary"
        disabled={settling.isPending}
        aria-label={`Confirm the new email of ${name}`}
        onClick={() => void handleAnswer('confirm')}
      >
        Confirm
      </Button>
      <Button
        size="sm"
        variant="secondary"
        disabled={settling.isPending}
        aria-label={`Decline the new email of ${name}`}
        onClick={() => void handleAnswer('decline')}
      >
        Decline
      </Button>
    </div>
  )
}

/** The administrator's answer to someone who asked for another email. */
function useSettleEmailChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (settling: { id: number; newEmail: string; answer: 'confirm' | 'decline' }) => {
      const { id, newEmail, answer } = settling
      const path = `${usersPath}/${id}/email-change/${answer}`
      return request<Confirmation>(path, { method: 'POST', body: { newEmail } })
    },
    // Lists of documents and logins name the owner's email too.
    onSettled: () => queryClient.invalidateQueries({ predicate: isOfAdmin }),
  })
}
