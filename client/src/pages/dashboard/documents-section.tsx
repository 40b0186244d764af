import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { maxFilesPerUser, type CreditFile } from '@shared/files'
import { AddFileDialog } from '@/features/files/add-file-dialog'
import { filesQuery } from '@/features/files/api'
import { DocumentsTable } from '@/features/files/documents-table'
import { ReplaceFileDialog } from '@/features/files/replace-file-dialog'
import { useOpenFile } from '@/features/files/use-open-file'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'

/** The administrator holds no documents, but finds this page all the same. */
export function DocumentsSection({ isAdmin }: { isAdmin: boolean }) {
  const { data: files, isPending, isError, refetch } = useQuery(filesQuery)
  const [isAdding, setIsAdding] = useState(false)
  const [replaced, setReplaced] = useState<CreditFile | null>(null)
  const { view, download, busyId } = useOpenFile<CreditFile>({
    asAdmin: false,
    onMissing: { label: 'Re-upload', act: setReplaced },
  })
  const canAdd = !isAdmin && files && files.length < maxFilesPerUser

  return (
    <section aria-labelledby="documents-title">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h2 id="documents-title" tabIndex={-1}>
          Your Documents
        </h2>
        {canAdd ? (
          <Button icon={<Plus />} onClick={() => setIsAdding(true)}>
            Upload Additional File
          </Button>
        ) : null}
      </div>
      <div className="mt-4">
        {isError && !files ? (
          <LoadError what="Your documents" onRetry={refetch}>
            They are safe. Please check your connection.
          </LoadError>
        ) : (
          <DocumentsTable
            files={files ?? []}
            isLoading={isPending}
            busyId={busyId}
            onView={(file) => void view(file)}
            onDownload={(file) => void download(file)}
            onReplace={setReplaced}
            empty={
              <EmptyState
                title="No documents yet"
                description={
                  isAdmin
                    ? 'You review documents in the admin area; this account has none of its own.'
                    : 'You shared the login of your credit-monitoring service, so our team obtains your report for you. You can add a document of your own at any time.'
                }
              />
            }
          />
        )}
      </div>
      {isAdding ? <AddFileDialog onClose={() => setIsAdding(false)} /> : null}
      <ReplaceFileDialog asAdmin={false} file={replaced} onClose={() => setReplaced(null)} />
    </section>
  )
}
