import type { CurrentUser } from '@shared/accounts'
import type { OwnCredential } from '@shared/credentials'
import { brand } from '@/lib/brand'
import { formatDate } from '@/lib/format'
import { Card } from '@/ui/card'
import { OnFileBadge } from '@/ui/on-file-badge'
import { StatusBadge } from '@/ui/status-badge'
import { isCoveredByDecision } from './standing'

interface SharedLoginsProps {
  user: CurrentUser
  logins: OwnCredential[]
}

/** The monitoring services whose login someone shared instead of a document. */
export function SharedLogins({ user, logins }: SharedLoginsProps) {
  return (
    <section aria-labelledby="logins-title">
      <h2 id="logins-title">{logins.length === 1 ? 'Your Shared Login' : 'Your Shared Logins'}</h2>
      <Card className="mt-4">
        <ul className="divide-y">
          {logins.map((login) => (
            <SharedLogin key={login.id} user={user} login={login} />
          ))}
        </ul>
      </Card>
      <p className="mt-3 text-sm text-muted">
        To change or withdraw a shared login, email{' '}
        <a href={`mailto:${brand.supportEmail}`} className="link">
          {brand.supportEmail}
        </a>
        . We’ll delete it whenever you ask.
      </p>
    </section>
  )
}

function SharedLogin({ user, login }: { user: CurrentUser; login: OwnCredential }) {
  const { serviceName, status, statusReason, createdAt } = login
  const isCovered = isCoveredByDecision(user, { status, sentAt: createdAt })
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 p-5 md:px-7">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">{serviceName}</p>
        <p className="mt-0.5 text-sm text-muted">Shared {formatDate(createdAt)}</p>
        {status === 'rejected' ? (
          <p className="mt-2 wrap-anywhere whitespace-pre-line text-danger">
            {statusReason ?? 'We couldn’t use this login.'}
          </p>
        ) : null}
        <p className="mt-2 max-w-measure wrap-anywhere">{nextStep(user, login)}</p>
      </div>
      {isCovered ? <OnFileBadge /> : <StatusBadge status={status} />}
    </li>
  )
}

function nextStep(user: CurrentUser, { status, serviceName }: OwnCredential): string {
  if (user.status !== 'pending') return 'You don’t need to do anything.'
  if (status === 'rejected') return 'Please upload your credit report instead, or contact support.'
  if (status === 'approved') return 'This login is approved. You don’t need to do anything.'
  return `Our team will get your report from ${serviceName}.`
}
