import { FileCheck } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '@shared/accounts'
import type { OwnCredential } from '@shared/credentials'
import type { ReviewStatus } from '@shared/review'
import { loginIsDeleted, loginIsSealed } from '@shared/shared-logins'
import { ownCredentialsPath } from '@/features/credentials/api'
import { formatDate, formatDateTime } from '@/lib/format'
import { del } from '@/lib/http'
import { lazyPart } from '@/lib/lazy-part'
import { useAction } from '@/lib/use-action'
import { Badge, StatusBadge } from '@/ui/badge'
import { ActionButton, Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { type ApplicationStatus, isCoveredByDecision } from './application-status'
import type { PartnerState } from './partner-state'

// Forms come with what checks them, which few people need here.
const CorrectLoginDialog = lazyPart(() =>
  import('@/features/credentials/correct-login-dialog').then((part) => part.CorrectLoginDialog),
)

type SharedLoginsProps = Pick<PartnerState, 'user' | 'application' | 'logins'>

/** The monitoring services whose login someone shared instead of a document. */
export function SharedLogins({ user, application, logins = [] }: SharedLoginsProps) {
  const [corrected, setCorrected] = useState<OwnCredential | null>(null)
  return (
    <section aria-labelledby="logins-title">
      <h2 id="logins-title">{logins.length === 1 ? 'Your Shared Login' : 'Your Shared Logins'}</h2>
      <Card className="mt-4">
        <ul className="divide-y">
          {logins.map((login) => (
            <SharedLogin
              key={login.id}
              user={user}
              application={application}
              login={login}
              onCorrect={() => setCorrected(login)}
            />
          ))}
        </ul>
      </Card>
      <p className="mt-3 max-w-measure text-sm text-muted">
        {loginIsSealed} {loginIsDeleted}
      </p>
      {corrected ? (
        <CorrectLoginDialog login={corrected} onClose={() => setCorrected(null)} />
      ) : null}
    </section>
  )
}

const isOnlyProof = ({ phase, proof }: ApplicationStatus, { id }: OwnCredential) =>
  (phase === 'check' || phase === 'decide' || phase === 'asked') &&
  proof.files.length === 0 &&
  proof.logins.every((login) => login.id === id)

interface SharedLoginProps extends Omit<SharedLoginsProps, 'logins'> {
  login: OwnCredential
  onCorrect: () => void
}

function SharedLogin({ user, application, login, onCorrect }: SharedLoginProps) {
  const { serviceName, username, status, statusReason, sharedAt, createdAt, lastOpenedAt } = login
  const question = `Are you sure you want to withdraw your login for ${serviceName}? We’ll delete it right away.`
  const consequence = ' You’ll need to upload a document so we can continue your review.'
  const withdrawal = useAction({
    ask: isOnlyProof(application, login) ? question + consequence : question,
    send: () => del(`${ownCredentialsPath}/${login.id}`),
    refreshes: [ownCredentialsPath],
    done: { title: 'Login withdrawn', description: 'We deleted it, password included.' },
    failure: 'Your login was not withdrawn',
  })
  return (
    <li className="p-5 md:px-7">
      <div className="flex items-start justify-between gap-4">
        <p className="min-w-0 font-medium wrap-anywhere">{serviceName}</p>
        <ProofBadge user={user} status={status} sentAt={sharedAt} />
      </div>
      <p className="wrap-anywhere">{username}</p>
      <p className="mt-1 text-sm text-muted">
        {sharedAt === createdAt ? 'Shared' : 'Corrected'} {formatDate(sharedAt)}
        {' · '}
        {lastOpenedAt
          ? `Last opened by our team ${formatDateTime(lastOpenedAt)}`
          : 'Not opened by our team yet'}
      </p>
      {status === 'rejected' ? (
        <p className="mt-2 wrap-anywhere whitespace-pre-line text-danger">
          {statusReason ?? 'We couldn’t use this login.'}
        </p>
      ) : null}
      <p className="mt-2 max-w-measure wrap-anywhere">{explain(application, login)}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {user.status === 'pending' ? (
          <Button
            size="sm"
            variant="secondary"
            disabled={withdrawal.isPending}
            aria-label={`Correct login for ${serviceName}`}
            onClick={onCorrect}
          >
            Correct Login
          </Button>
        ) : null}
        <ActionButton
          action={withdrawal}
          size="sm"
          variant="secondary"
          aria-label={`Withdraw login for ${serviceName}`}
        >
          Withdraw Login
        </ActionButton>
      </div>
    </li>
  )
}

function explain(
  { lacksProof }: ApplicationStatus,
  { status, serviceName, deletedOn }: OwnCredential,
): string {
  if (deletedOn) {
    return Date.parse(deletedOn) < Date.now()
      ? 'We no longer need this login and are deleting it.'
      : `We no longer need this login. We’ll delete it on ${formatDate(deletedOn)}.`
  }
  if (status === 'approved') return 'We have what we need from this login.'
  if (status === 'pending') return `Our team will get your report from ${serviceName}.`
  return lacksProof
    ? 'Please correct it, or upload your credit report instead.'
    : 'You can correct it or withdraw it.'
}

interface ProofBadgeProps {
  user: CurrentUser
  status: ReviewStatus
  sentAt: string
}

/** The status of a proof, unless no one needs to decide about it any more. */
export const ProofBadge = ({ user, ...item }: ProofBadgeProps) =>
  isCoveredByDecision(user, item) ? (
    <Badge icon={FileCheck}>On file</Badge>
  ) : (
    <StatusBadge status={item.status} />
  )
