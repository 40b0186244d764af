import { Download, Eye, Upload, FileCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OwnFile } from '@shared/files'
import { formatDateTime } from '@/lib/format'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { formatFileSize, FileName } from '@/ui/file-name'
import { StatusBadge } from '@/ui/status-badge'
import { DataTable, type Column } from '@/ui/table'
import { DateTime } from '@/ui/truncate'
import { QuarantineBadge } from './file-badges'

interface DocumentsTableProps<File extends OwnFile> {
  files: File[]
  isLoading: boolean
  empty: ReactNode
  /** Whether no one needs to decide about it any more. */
  isCovered: (file: File) => boolean
  /** The file that is being opened now. */
  busyId: number | null
  onView: (file: File) => void
  onDownload: (file: File) => void
  onReplace?: (file: File) => void
}

/** Someone's documents, with what can be done with each. */
export function DocumentsTable<File extends OwnFile>({
  files,
  isLoading,
  empty,
  isCovered,
  busyId,
  onView,
  onDownload,
  onReplace,
}: DocumentsTableProps<File>) {
  const columns: Column<File>[] = [
    {
      key: 'name',
      header: 'File name',
      cell: (file) => (
        <>
          <FileName name={file.fileName} className="font-medium" />
          {file.status === 'rejected' ? <Rejection file={file} /> : null}
        </>
      ),
      className: 'max-w-72',
    },
    {
      key: 'size',
      header: 'Size',
      cell: (file) => formatFileSize(file.fileSize),
      className: 'whitespace-nowrap',
    },
    {
      key: 'status',
      header: 'Status',
      cell: (file) => (
        <span className="inline-flex flex-col items-start gap-1">
          {isCovered(file) ? <OnFileBadge /> : <StatusBadge status={file.status} />}
          <QuarantineBadge file={file} />
        </span>
      ),
    },
    {
      key: 'uploaded',
      header: 'Uploaded',
      cell: (file) => <DateTime text={formatDateTime(file.uploadedAt)} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      hideLabel: true,
      className: 'stacked:@2xl:col-span-2',
      cell: (file) => (
        <div className="flex gap-2 whitespace-nowrap stacked:flex-wrap max-sm:[&_span:has(>svg:not(.animate-spin))]:hidden">
          <Button
            size="sm"
            variant="secondary"
            icon={<Eye />}
            pending={busyId === file.id}
            onClick={() => onView(file)}
            aria-label={`View ${file.fileName}`}
          >
            View
          </Button>
          <Button
            size="sm"
            variant="secondary"
            icon={<Download />}
            onClick={() => onDownload(file)}
            aria-label={`Download ${file.fileName}`}
          >
            Download
          </Button>
          {onReplace ? (
            <Button
              size="sm"
              variant="secondary"
              icon={<Upload />}
              onClick={() => onReplace(file)}
              aria-label={`Re-upload ${file.fileName}`}
            >
              Re-upload
            </Button>
          ) : null}
        </div>
      ),
    },
  ]

  return (
    <DataTable
      columns={columns}
      rows={files}
      caption="Documents"
      loading={isLoading}
      loadingRows={1}
      density="dense"
      empty={empty}
    />
  )
}

function Rejection({ file }: { file: OwnFile }) {
  return (
    <p className="mt-1.5 text-sm wrap-anywhere whitespace-pre-line text-danger">
      {file.statusReason ?? 'We couldn’t use this document.'}
    </p>
  )
}

/** In place of the status of a proof that no one needs to decide about any more. */
export function OnFileBadge() {
  return <Badge icon={<FileCheck aria-hidden="true" />}>On file</Badge>
}
