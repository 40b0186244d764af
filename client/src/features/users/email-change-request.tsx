import type { ListedUser } from '@shared/users'
import { fullName } from '@/lib/format'
import { post } from '@/lib/http'
import { useAction } from '@/lib/use-action'
import { Button } from '@/ui/button'
import { EmailText } from '@/ui/email-text'
import { everyAdminPage } from '@/lib/use-send'
import { usersPath } from './api'

/** The email that someone wants to log in with, for the administrator to confirm or decline. */
export function EmailChangeRequest({ user, newEmail }: { user: ListedUser; newEmail: string }) {
  const name = fullName(user)
  const answer = (word: 'confirm' | 'decline') => ({
    send: () => post(`${usersPath}/${user.id}/email-change/${word}`, { newEmail }),
    // Lists of documents and logins name the owner's email too.
    refreshes: everyAdminPage,
    failure: 'The email was not changed',
  })
  const confirmation = useAction({
    ...answer('confirm'),
    done: {
      title: `${name}’s email was changed`,
      description: 'They’ve been logged out everywhere.',
    },
  })
  const refusal = useAction({ ...answer('decline'), done: `${name} keeps their current email` })
  const isBusy = confirmation.isPending || refusal.isPending

  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="basis-full wrap-anywhere">
        <EmailText email={newEmail} />
      </span>
      <Button
        size="sm"
        variant="secondary"
        disabled={isBusy}
        aria-label={`Confirm the new email of ${name}`}
        onClick={() => void confirmation.act()}
      >
        Confirm
      </Button>
      <Button
        size="sm"
        variant="secondary"
        disabled={isBusy}
        aria-label={`Decline the new email of ${name}`}
        onClick={() => void refusal.act()}
      >
        Decline
      </Button>
    </div>
  )
}
