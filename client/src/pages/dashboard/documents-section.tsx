import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '@shared/accounts'
import type { OwnCredential } from '@shared/credentials'
import { maxFilesPerUser } from '@shared/file-kinds'
import type { OwnFile } from '@shared/files'
import { AddFileDialog } from '@/features/files/add-file-dialog'
import { filesQuery } from '@/features/files/api'
import { DocumentsTable } from '@/features/files/documents-table'
import { ReplaceFileDialog } from '@/features/files/replace-file-dialog'
import { useOpenFile } from '@/features/files/use-open-file'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { isCoveredByDecision } from './standing'

interface DocumentsSectionProps {
  user: CurrentUser
  /** What was shared in place of a document; undefined while it is not known. */
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
