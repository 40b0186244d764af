import { useQuery } from '@tanstack/react-query'
import type { ListedUser } from '@shared/users'
import { reviewedFilesQuery } from '@/features/files/api'
import { DocumentsTable } from '@/features/files/documents-table'
import { useOpenFile } from '@/features/files/use-open-file'
import { formatDateTime, fullName } from '@/lib/format'
import { Dialog } from '@/ui/dialog'
import { Button } from '@/ui/button'
import { EmailText } from '@/ui/email-text'
import { EmptyState } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { Fact, Facts } from '@/ui/facts'
import { StatusBadge } from '@/ui/status-badge'

/** One person beside the list: what is known of them, and their documents. */
export function UserPanel({ user, onClose }: { user: ListedUser | null; onClose: () => void }) {
  return (
    <Dialog open={user !== null} onClose={onClose} size="panel" title={user ? fullName(user) : ''}>
      {user ? (
        <>
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
          <h3 className="mt-8 mb-4">Documents</h3>
          <UserDocuments userId={user.id} />
        </>
      ) : null}
    </Dialog>
  )
}

function UserDocuments({ userId }: { userId: number }) {
  const { data, isPending, isError, refetch } = useQuery(
    reviewedFilesQuery({ userId: String(userId) }),
  )
  const { view, download, busyId } = useOpenFile({ asAdmin: true })
  if (isError) {
    return (
      <Notice
        tone="danger"
        title="The documents could not be loaded"
        actions={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    )
  }
  return (
    <DocumentsTable
      files={data?.rows ?? []}
      isLoading={isPending}
      busyId={busyId}
      onView={(file) => void view(file)}
      onDownload={(file) => void download(file)}
      empty={<EmptyState title="This person has no documents here" />}
    />
  )
}
