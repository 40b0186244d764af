import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentUser } from '@shared/accounts'
import { emailCorrectionMs } from '@shared/sessions'
import { lazyPart } from '@/lib/lazy-part'
import { emailChangeQuery } from './account-api'
import { mailAvailabilityQuery } from '@/lib/query-client'

// Few people need it, and the pages that offer it are there sooner without.
const CorrectEmailForm = lazyPart(() =>
  import('./correct-email-form').then((part) => part.CorrectEmailForm),
)

/** Whether someone signed up so lately that they may still correct their email. The server has the last word. */
export const isNewHere = ({ createdAt }: Pick<CurrentUser, 'createdAt'>): boolean =>
  Date.parse(createdAt) > Date.now() - emailCorrectionMs

/** The facts of a person's line, asked for once it is shown. */
export function useEmailLine(user: CurrentUser, { isShown }: { isShown: boolean }) {
  const mail = useQuery({ ...mailAvailabilityQuery, enabled: isShown })
  const change = useQuery({ ...emailChangeQuery, enabled: isShown && isNewHere(user) })
  return { mail: mail.data, change: change.data, isLoading: mail.isLoading || change.isLoading }
}

interface EmailLineProps {
  user: CurrentUser
  className?: string
}

/** The address our emails go to and, for an hour after signing up, the way to correct that once. */
export function EmailLine({ user, className }: EmailLineProps) {
  const { mail, change } = useEmailLine(user, { isShown: true })
  const [isCorrecting, setIsCorrecting] = useState(false)
  if (!mail) return null

  return (
    <div className={className}>
      <p>
        <span>{mail.configured ? 'We’ll email you at ' : 'You log in with '}</span>
        <span className="font-medium wrap-anywhere">{user.email}</span>
        <span>. </span>
        {change?.correctableUntil && !isCorrecting ? (
          <button
            type="button"
            className="link pointer-coarse:min-h-11"
            onClick={() => setIsCorrecting(true)}
          >
            Correct your email
          </button>
        ) : null}
      </p>
      {isCorrecting ? (
        <CorrectEmailForm email={user.email} onClose={() => setIsCorrecting(false)} />
      ) : null}
    </div>
  )
}
