import { useQuery } from '@tanstack/react-query'
import { Mail, Phone, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { ContactField } from '@shared/accounts'
import type { ReviewedFile } from '@shared/files'
import type { ListedUser } from '@shared/users'
import { LostSecondFactor } from '@/features/accounts/lost-second-factor'
import { PersonHistory } from '@/features/audit/person-history'
import { reviewedFilesQuery } from '@/features/files/api'
import { FilePreview } from '@/features/files/file-preview'
import { PreviewSkeleton } from '@/features/files/preview-frame'
import { useOpenFile } from '@/features/files/use-open-file'
import { EndSessionsButton } from '@/features/users/end-sessions-button'
import { formatDate, formatDateTime, fullName, phoneAddress } from '@/lib/format'
import { paths, withQuery } from '@/lib/paths'
import { Button, buttonClass } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { EmailText } from '@/ui/email-text'
import { EmptyState } from '@/ui/empty-state'
import { Fact, Facts } from '@/ui/facts'
import { FileName } from '@/ui/file-name'
import { LoadError } from '@/ui/load-error'
import { PhoneLink } from '@/ui/phone-link'
import { StatusBadge } from '@/ui/status-badge'

interface UserDetailsProps {
  user: ListedUser
  isBusy: boolean
  onDelete: (user: ListedUser) => void
}

/** A person's documents, then what is known of them and what else can be done. */
export function UserDetails({ user, isBusy, onDelete }: UserDetailsProps) {
  const name = fullName(user)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <UserDocuments key={user.id} user={user} />
      <Facts>
        {user.statusReason ? (
          <Fact name="Reason">
            <span className="wrap-anywhere">{user.statusReason}</span>
          </Fact>
        ) : null}
        {Object.values(getContactFacts(user))}
        <Fact name="Registered">{formatDateTime(user.createdAt)}</Fact>
        {user.closesAt ? <Fact name="Closes on">{formatDate(user.closesAt)}</Fact> : null}
        <Fact name="May be contacted">{user.contactConsent ? 'Yes' : 'No'}</Fact>
      </Facts>
      <div className="flex flex-wrap gap-2">
        <a
          href={`mailto:${user.email}`}
          aria-label={`Email ${name}`}
          className={buttonClass({ size: 'sm', variant: 'secondary' })}
        >
          <Mail aria-hidden="true" strokeWidth={1.75} className="size-[1.125em]" />
          Email
        </a>
        <a
          href={phoneAddress(user.phoneNumber)}
          aria-label={`Call ${name}`}
          className={buttonClass({ size: 'sm', variant: 'secondary' })}
        >
          <Phone aria-hidden="true" strokeWidth={1.75} className="size-[1.125em]" />
          Call
        </a>
      </div>
      <PersonHistory key={`history-${user.id}`} user={user} />
      <div className="flex flex-wrap justify-between gap-2 border-t pt-4">
        <EndSessionsButton key={user.id} user={user} />
        <LostSecondFactor key={`second-factor-${user.id}`} user={user} />
        <Button
          size="sm"
          variant="ghost"
          icon={<Trash2 />}
          disabled={isBusy}
          aria-label={`Delete ${name}`}
          onClick={() => onDelete(user)}
        >
          Delete
        </Button>
      </div>
    </div>
  )
}

const getContactFacts = (user: ListedUser): Record<ContactField, ReactNode> => ({
  email: (
    <Fact key="email" name="Email">
      <a className="link wrap-anywhere" href={`mailto:${user.email}`}>
        <EmailText email={user.email} />
      </a>
    </Fact>
  ),
  phoneNumber: (
    <Fact key="phoneNumber" name="Phone">
      <PhoneLink phone={user.phoneNumber} />
    </Fact>
  ),
})

function UserDocuments({ user }: { user: ListedUser }) {
  const { data, isPending, isError, refetch } = useQuery(
    reviewedFilesQuery({ userId: String(user.id) }),
  )
  const [chosenId, setChosenId] = useState<number | null>(null)
  if (isError) {
    return <LoadError what="The documents" onRetry={refetch} />
  }
  if (isPending) return <PreviewSkeleton />
  const shown = data.rows.find(({ id }) => id === chosenId) ?? data.rows[0]
  if (!shown) return <EmptyState title="No documents yet" />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ul aria-label="Documents" className="flex flex-wrap gap-2">
        {data.rows.map((file) => (
          <li key={file.id} className="min-w-0 max-w-full grow basis-48">
            <button
              type="button"
              aria-pressed={file === shown}
              onClick={() => setChosenId(file.id)}
              className={cx(
                'flex min-h-9 w-full min-w-0 items-center gap-2 rounded-md border px-2.5 py-1 text-left text-sm pointer-coarse:min-h-11',
                file === shown ? 'border-evergreen bg-sand-light' : 'bg-white hover:bg-sand-light',
              )}
            >
              <FileName name={file.fileName} className="min-w-0 flex-1 font-medium" />
              <StatusBadge status={file.status} />
            </button>
          </li>
        ))}
      </ul>
      <UserDocument key={shown.id} file={shown} owner={user} />
    </div>
  )
}

function UserDocument({ file, owner }: { file: ReviewedFile; owner: ListedUser }) {
  const { view, download, busyId } = useOpenFile<ReviewedFile>({ asAdmin: true })
  const [, navigate] = useLocation()
  // Damage is mended where documents are reviewed.
  const showReport = () =>
    navigate(withQuery(paths.adminReports, { search: owner.email, open: String(file.id) }))

  return (
    <>
      <FilePreview file={file} onFix={showReport} />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="secondary"
          pending={busyId === file.id}
          aria-label={`View ${file.fileName}`}
          onClick={() => void view(file)}
        >
          View
        </Button>
        <Button
          size="sm"
          variant="secondary"
          aria-label={`Download ${file.fileName}`}
          onClick={() => void download(file)}
        >
          Download
        </Button>
      </div>
    </>
  )
}
