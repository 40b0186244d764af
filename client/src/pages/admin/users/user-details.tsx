import { LogOut, MailX, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ContactField } from '@shared/accounts'
import type { ListedUser } from '@shared/users'
import { LostSecondFactor } from '@/features/accounts/lost-second-factor'
import { useWaysToReach } from '@/features/consents/api'
import { ContactConsents } from '@/features/consents/contact-consents'
import { useBounced } from '@/features/users/duplicates-api'
import { formatDate, formatDateTime, formatPhone, fullName } from '@/lib/format'
import { ActionButton, Button } from '@/ui/button'
import { EmailText } from '@/ui/email-text'
import { PhoneLink } from '@/ui/text'
import { Fact, Facts } from '@/ui/facts'
import { del, post } from '@/lib/http'
import { useAction } from '@/lib/use-action'
import { usersPath } from '@/features/users/api'
import { everyAdminPage } from '@/lib/use-send'

interface UserFactsProps {
  user: ListedUser
  /** The name is shown above. */
  isNamed?: boolean
}

/** Facts about a person. */
export function UserFacts({ user, isNamed = false }: UserFactsProps) {
  return (
    <Facts>
      {isNamed ? null : (
        <Fact name="Name">
          <bdi className="wrap-anywhere">{fullName(user)}</bdi>
        </Fact>
      )}
      {user.statusReason ? (
        <Fact name="Reason">
          <span className="wrap-anywhere whitespace-pre-line">{user.statusReason}</span>
        </Fact>
      ) : null}
      <>{Object.values(getContactFacts(user))}</>
      <Fact name="Registered">{formatDateTime(user.createdAt)}</Fact>
      {user.newEmail ? (
        <Fact name="Requested email">
          <EmailChangeRequest key={user.newEmail} user={user} newEmail={user.newEmail} />
        </Fact>
      ) : null}
      {user.closesAt ? <Fact name="Closes on">{formatDate(user.closesAt)}</Fact> : null}
      <Fact name="May be contacted">
        <ContactConsents user={user} />
      </Fact>
    </Facts>
  )
}

const getContactFacts = (user: ListedUser): Record<ContactField, ReactNode> => ({
  email: (
    <Fact key="email" name="Email">
      <a className="link wrap-anywhere" href={`mailto:${user.email}`}>
        <EmailText email={user.email} />
      </a>
      <BounceNote user={user} />
    </Fact>
  ),
  phoneNumber: (
    <Fact key="phoneNumber" name="Phone">
      <Phone user={user} />
    </Fact>
  ),
})

/** To be called by who agreed to calls, otherwise to be read. */
function Phone({ user: { id, phoneNumber } }: { user: ListedUser }) {
  const { ways } = useWaysToReach(id)
  return ways?.calls ? <PhoneLink phone={phoneNumber} /> : formatPhone(phoneNumber)
}

function BounceNote({ user }: { user: ListedUser }) {
  const bounces = useBounced([user])
  const { ways } = useWaysToReach(bounces.has(user.id) ? user.id : null)
  if (!bounces.has(user.id)) return null
  return (
    <p className="mt-1 flex items-center gap-1.5 text-sm text-warning">
      <MailX className="size-4 shrink-0" strokeWidth={1.75} />
      <span>
        {ways?.calls ? (
          <>
            Email bounced. Call <PhoneLink phone={user.phoneNumber} />
          </>
        ) : ways ? (
          'Email bounced. They didn’t agree to calls: correct the address.'
        ) : (
          'Email bounced.'
        )}
      </span>
    </p>
  )
}

interface RareActionsProps {
  user: ListedUser
  isBusy: boolean
  onDelete: (user: ListedUser) => void
}

/** Rare actions about a person, which cannot be undone. */
export function RareActions({ user, isBusy, onDelete }: RareActionsProps) {
  return (
    <div className="flex flex-wrap justify-between gap-2 border-t pt-4">
      <EndSessionsButton user={user} />
      <LostSecondFactor user={user} />
      <Button
        size="sm"
        variant="ghost"
        icon={<Trash2 />}
        disabled={isBusy}
        aria-label={`Delete User ${fullName(user)}`}
        onClick={() => onDelete(user)}
      >
        Delete User
      </Button>
    </div>
  )
}

/** Logs a person out everywhere, after asking. */
function EndSessionsButton({ user }: { user: ListedUser }) {
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

/** The email that someone wants to log in with, for the administrator to confirm or decline. */
export function EmailChangeRequest({ user, newEmail }: { user: ListedUser; newEmail: string }) {
  const name = fullName(user)
  const answering = useAction({
    send: (answer: 'Confirm' | 'Decline') =>
      post(`${usersPath}/${user.id}/email-change/${answer.toLowerCase()}`, { newEmail }),
    // Lists of documents and logins name the owner's email too.
    refreshes: everyAdminPage,
    done: (_answer, answer) =>
      answer === 'Confirm'
        ? {
            title: `${name}’s email was changed`,
            description: 'They’ve been logged out everywhere.',
          }
        : `${name} keeps their current email`,
    failure: 'The email was not changed',
  })

  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="basis-full wrap-anywhere">
        <EmailText email={newEmail} />
      </span>
      {(['Confirm', 'Decline'] as const).map((answer) => (
        <Button
          key={answer}
          size="sm"
          variant="secondary"
          disabled={answering.isPending}
          aria-label={`${answer} the new email of ${name}`}
          onClick={() => void answering.act(answer)}
        >
          {answer}
        </Button>
      ))}
    </div>
  )
}
