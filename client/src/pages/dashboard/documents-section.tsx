import { useQuery } from '@tanstack/react-query'
import { Download, Eye, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '@shared/accounts'
import type { OwnCredential } from '@shared/credentials'
import { maxFilesPerUser } from '@shared/file-kinds'
import type { OwnFile } from '@shared/files'
import { AddFileDialog } from '@/features/files/add-file'
import { filesQuery } from '@/features/files/api'
import { QuarantineBadge } from '@/features/files/file-badges'
import { ReplaceFileDialog } from '@/features/files/send-file-dialog'
import { useOpenFile } from '@/features/files/use-open-file'
import { Button } from '@/ui/button'
import { actionsColumn, timeColumn } from '@/ui/columns'
import { EmptyState } from '@/ui/empty-state'
import { FileName, formatFileSize } from '@/ui/file-name'
import { LoadError } from '@/ui/loaded'
import { type Column, DataTable } from '@/ui/table'
import { inNewTab } from '@/ui/text'
import type { PartnerState } from './partner-state'
import { ProofBadge } from './shared-logins'

/** The administrator holds no documents, but finds this page all the same. */
export function DocumentsSection({ user, logins }: Pick<PartnerState, 'user' | 'logins'>) {
  const isAdmin = user.isAdmin === 1
  const { data: files, isPending, isError, refetch } = useQuery(filesQuery)
  const [isAdding, setIsAdding] = useState(false)
  const [replaced, setReplaced] = useState<OwnFile | null>(null)
  const { view, download, busyId } = useOpenFile<OwnFile>({
    asAdmin: false,
    onMissing: { label: 'Re-upload', act: setReplaced },
  })
  const canAdd = !isAdmin && files && files.length < maxFilesPerUser

  const actions = [
    { label: 'View', icon: <Eye />, act: view, title: inNewTab },
    { label: 'Download', icon: <Download />, act: download },
    { label: 'Re-upload', icon: <Upload />, act: setReplaced },
  ]
  const columns: Column<OwnFile>[] = [
    {
      header: 'File name',
      cell: (file) => (
        <>
          <FileName name={file.fileName} className="font-medium" />
          {file.status === 'rejected' ? (
            <p className="mt-1.5 text-sm wrap-anywhere whitespace-pre-line text-danger">
              {file.statusReason ?? 'We couldn’t use this document.'}
            </p>
          ) : null}
        </>
      ),
      className: 'max-w-72',
    },
    {
      header: 'Size',
      cell: (file) => formatFileSize(file.fileSize),
      className: 'whitespace-nowrap',
    },
    {
      header: 'Status',
      cell: (file) => (
        <span className="inline-flex flex-col items-start gap-1">
          <ProofBadge user={user} status={file.status} sentAt={file.uploadedAt} />
          <QuarantineBadge file={file} />
        </span>
      ),
    },
    timeColumn({ header: 'Uploaded', value: ({ uploadedAt }) => uploadedAt }),
    actionsColumn((file) => (
      <div className="flex gap-2 whitespace-nowrap stacked:flex-wrap max-sm:[&_span:has(>svg:not(.animate-spin))]:hidden">
        {actions.map(({ label, icon, act, title }) => (
          <Button
            key={label}
            size="sm"
            variant="secondary"
            icon={icon}
            title={title}
            pending={act === view && busyId === file.id}
            onClick={() => void act(file)}
            aria-label={`${label} ${file.fileName}`}
          >
            {label}
          </Button>
        ))}
      </div>
    )),
  ]

  return (
    <section aria-labelledby="documents-title">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="documents-title" tabIndex={-1}>
            Your Documents
          </h2>
          {files?.length ? (
            <p className="mt-1 text-sm text-muted">{formatDocumentCount(files.length)}</p>
          ) : null}
        </div>
        {canAdd ? (
          <Button variant="secondary" icon={<Plus />} onClick={() => setIsAdding(true)}>
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
          <DataTable
            columns={columns}
            rows={files ?? []}
            caption="Documents"
            loading={isPending}
            loadingRows={1}
            density="dense"
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
