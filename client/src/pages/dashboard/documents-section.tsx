import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '@shared/accounts'
import type { OwnCredential } from '@shared/credentials'
import { maxFilesPerUser } from '@shared/file-kinds'
import type { OwnFile } from '@shared/files'
import { loginIsDeleted, loginIsSealed } from '@shared/shared-logins'
import { ownCredentialsPath } from '@/features/credentials/api'
import { AddFileDialog } from '@/features/files/add-file'
import { filesQuery } from '@/features/files/api'
import { DocumentsTable, OnFileBadge } from '@/features/files/documents-table'
import { ReplaceFileDialog } from '@/features/files/send-file-dialog'
import { useOpenFile } from '@/features/files/use-open-file'
import { formatDate, formatDateTime } from '@/lib/format'
import { del } from '@/lib/http'
import { lazyPart } from '@/lib/lazy-part'
import { toastError } from '@/lib/toast-error'
import { toast } from '@/lib/toast-store'
import { useSend } from '@/lib/use-send'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/loaded'
import { StatusBadge } from '@/ui/badge'
import { isCoveredByDecision, type ApplicationStatus } from './application-status'

interface DocumentsSectionProps {
  user: CurrentUser
  /** Logins shared in place of a document; undefined while they are not known. */
  logins: OwnCredential[] | undefined
}

/** The administrator holds no documents, but finds this page all the same. */
export function DocumentsSection({ user, logins }: DocumentsSectionProps) {
  const isAdmin = user.isAdmin === 1
  const { data: files, isPending, isError, refetch } = useQuery(filesQuery)
  const [isAdding, setIsAdding] = useState(false)
  const [replaced, setReplaced] = useState<OwnFile | null>(null)
  const { view, download, busyId } = useOpenFile<OwnFile>({
    asAdmin: false,
    onMissing: { label: 'Re-upload', act: setReplaced },
  })
  const canAdd = !isAdmin && files && files.length < maxFilesPerUser

  return (
    <section aria-labelledby="documents-title">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="documents-title" tabIndex={-1} className="scroll-mt-28">
            Your Documents
          </h2>
          {files?.length ? (
            <p className="mt-1 text-sm text-muted">{formatDocumentCount(files.length)}</p>
          ) : null}
        </div>
        {canAdd ? (
          <Button icon={<Plus />} onClick={() => setIsAdding(true)}>
            Upload Additional File
          </Button>
        ) : null}
      </div>
      <div className="mt-4">
        {isError && !files ? (
          <LoadError what="Your documents" onRetry={refetch}>
            Your documents are safe. Please check your connection.
          </LoadError>
        ) : files?.length === 0 && logins?.some(({ status }) => status !== 'rejected') ? (
          <p className="max-w-measure text-muted">{describeNone(user, logins)}</p>
        ) : (
          <DocumentsTable
            files={files ?? []}
            isLoading={isPending}
            busyId={busyId}
            isCovered={({ status, uploadedAt }) =>
              isCoveredByDecision(user, { status, sentAt: uploadedAt })
            }
            onView={(file) => void view(file)}
            onDownload={(file) => void download(file)}
            onReplace={setReplaced}
            empty={<EmptyState title="No documents yet" description={describeNone(user, logins)} />}
          />
        )}
      </div>
      {isAdding ? <AddFileDialog onClose={() => setIsAdding(false)} /> : null}
      <ReplaceFileDialog asAdmin={false} file={replaced} onClose={() => setReplaced(null)} />
    </section>
  )
}

function formatDocumentCount(count: number): string {
  const documents = `${count} of ${maxFilesPerUser} documents`
  return count < maxFilesPerUser ? documents : `${documents}. Re-upload to replace one.`
}

function describeNone(user: CurrentUser, logins: OwnCredential[] | undefined): string {
  if (user.isAdmin)
    return 'You review documents in the admin area; this account has none of its own.'
  const login = logins?.find(({ status }) => status !== 'rejected')
  if (user.status !== 'pending' || !logins) return 'You can add a document of your own at any time.'
  return login
    ? `You shared your login for ${login.serviceName}. You can also add a document of your own at any time.`
    : 'Add a credit report or a screenshot of your score so we can review your application.'
}

// Forms come with what checks them, which few people need here.
const CorrectLoginDialog = lazyPart(() => import('@/features/credentials/correct-login-dialog'))

interface SharedLoginsProps {
  user: CurrentUser
  application: ApplicationStatus
  logins: OwnCredential[]
}

/** The monitoring services whose login someone shared instead of a document. */
export function SharedLogins({ user, application, logins }: SharedLoginsProps) {
  const [corrected, setCorrected] = useState<OwnCredential | null>(null)
  const { withdraw, busyId } = useWithdrawLogin()
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
              isBusy={busyId === login.id}
              onCorrect={() => setCorrected(login)}
              onWithdraw={() => void withdraw(login, isOnlyProof(application, login))}
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

/** Asks, and deletes a login that the person has shared. */
function useWithdrawLogin() {
  const withdrawal = useSend(({ id }: { id: number }) => del(`${ownCredentialsPath}/${id}`), {
    refreshes: [ownCredentialsPath],
  })

  async function withdraw(login: OwnCredential, isOnlyProof: boolean): Promise<void> {
    const question = `Are you sure you want to withdraw your login for ${login.serviceName}? We’ll delete it right away.`
    const consequence = ' You’ll need to upload a document so we can continue your review.'
    if (!window.confirm(isOnlyProof ? question + consequence : question)) return
    try {
      await withdrawal.mutateAsync({ id: login.id })
      toast({ title: 'Login withdrawn', description: 'We deleted it, password included.' })
    } catch (error) {
      toastError('Your login was not withdrawn', error)
    }
  }

  return { withdraw, busyId: withdrawal.isPending ? withdrawal.variables.id : null }
}

const isOnlyProof = ({ phase, proof }: ApplicationStatus, { id }: OwnCredential) =>
  (phase === 'check' || phase === 'decide' || phase === 'asked') &&
  proof.files.length === 0 &&
  proof.logins.every((login) => login.id === id)

interface SharedLoginProps {
  user: CurrentUser
  application: ApplicationStatus
  login: OwnCredential
  isBusy: boolean
  onCorrect: () => void
  onWithdraw: () => void
}

function SharedLogin(props: SharedLoginProps) {
  const { user, application, login, isBusy, onCorrect, onWithdraw } = props
  const { serviceName, username, status, statusReason, sharedAt, createdAt, lastOpenedAt } = login
  const isCovered = isCoveredByDecision(user, { status, sentAt: sharedAt })
  return (
    <li className="p-5 md:px-7">
      <div className="flex items-start justify-between gap-4">
        <p className="min-w-0 font-medium wrap-anywhere">{serviceName}</p>
        {isCovered ? <OnFileBadge /> : <StatusBadge status={status} />}
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
            disabled={isBusy}
            aria-label={`Correct login for ${serviceName}`}
            onClick={onCorrect}
          >
            Correct Login
          </Button>
        ) : null}
        <Button
          size="sm"
          variant="secondary"
          pending={isBusy}
          aria-label={`Withdraw login for ${serviceName}`}
          onClick={onWithdraw}
        >
          Withdraw Login
        </Button>
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
