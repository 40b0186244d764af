import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ReviewedFile } from '@shared/files'
import type { ListedUser } from '@shared/users'
import { reviewedFilesQuery } from '@/features/files/api'
import { FilePreview } from '@/features/files/file-preview'
import { useOpenFile } from '@/features/files/use-open-file'
import { EndSessionsButton } from '@/features/users/end-sessions-button'
import { UserActions, type UserActionsProps } from '@/features/users/user-actions'
import { formatDateTime } from '@/lib/format'
import { paths, withQuery } from '@/lib/paths'
import { Button } from '@/ui/button'
import { EmailText } from '@/ui/email-text'
import { EmptyState } from '@/ui/empty-state'
import { Fact, Facts } from '@/ui/facts'
import { FileName } from '@/ui/file-name'
import { LoadError } from '@/ui/load-error'
import { Skeleton } from '@/ui/skeleton'
import { StatusBadge } from '@/ui/status-badge'

/** What is known of one person, their documents, and the decision about them. */
export function UserDetails(props: UserActionsProps) {
  const { user } = props
  return (
    <>
      <UserActions {...props} />
      <div className="mt-5">
        <Facts>
          <Fact name="Status">
            <StatusBadge status={user.status} />
          </Fact>
          <Fact name="Email">
            <a className="link wrap-anywhere" href={`mailto:${user.email}`}>
              <EmailText email={user.email} />
            </a>
          </Fact>
          <Fact name="Phone">
            <span className="figures">{user.phoneNumber}</span>
          </Fact>
          <Fact name="Registered">{formatDateTime(user.createdAt)}</Fact>
          <Fact name="May be contacted">{user.contactConsent ? 'Yes' : 'No consent given'}</Fact>
        </Facts>
      </div>
      <div className="mt-5">
        <EndSessionsButton key={user.id} user={user} />
      </div>
      <h3 className="mt-8 mb-4">Documents</h3>
      <UserDocuments key={user.id} user={user} />
    </>
  )
}

function UserDocuments({ user }: { user: ListedUser }) {
  const { data, isPending, isError, refetch } = useQuery(
    reviewedFilesQuery({ userId: String(user.id) }),
  )
  if (isError) {
    return <LoadError what="The documents" onRetry={refetch} />
  }
  if (isPending) return <Skeleton className="h-24 w-full" />
  if (data.rows.length === 0) return <EmptyState title="This person has no documents here" />
  return (
    <div className="grid gap-3">
      {data.rows.map((file, index) => (
        <UserDocument key={file.id} file={file} owner={user} startsOpen={index === 0} />
      ))}
    </div>
  )
}

interface UserDocumentProps {
  file: ReviewedFile
  owner: ListedUser
  startsOpen: boolean
}

function UserDocument({ file, owner, startsOpen }: UserDocumentProps) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  const { view, download, busyId } = useOpenFile<ReviewedFile>({ asAdmin: true })
  const [, navigate] = useLocation()
  // Damage is mended where documents are reviewed.
  const showReport = () =>
    navigate(withQuery(paths.adminReports, { search: owner.email, open: String(file.id) }))

  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="group rounded-lg border"
    >
      <summary className="flex cursor-pointer items-center gap-3 px-4 py-3">
        <FileName name={file.fileName} className="min-w-0 flex-1 font-medium" />
        <StatusBadge status={file.status} />
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      {isOpen ? (
        <div className="grid gap-3 px-4 pb-4">
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
        </div>
      ) : null}
    </details>
  )
}
