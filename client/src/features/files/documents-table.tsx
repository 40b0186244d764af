import { Download, Eye, Upload, FileCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OwnFile } from '@shared/files'
import { Badge, StatusBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { actionsColumn, timeColumn } from '@/ui/columns'
import { formatFileSize, FileName } from '@/ui/file-name'
import { DataTable, type Column } from '@/ui/table'
import { QuarantineBadge } from './file-badges'

interface DocumentsTableProps {
  files: OwnFile[]
  isLoading: boolean
  empty: ReactNode
  /** Whether no one needs to decide about it any more. */
  isCovered: (file: OwnFile) => boolean
  /** The file that is being opened now. */
  busyId: number | null
  onView: (file: OwnFile) => void
  onDownload: (file: OwnFile) => void
  onReplace: (file: OwnFile) => void
}

/** Someone's documents, with what can be done with each. */
export function DocumentsTable({
  files,
  isLoading,
  empty,
  isCovered,
  busyId,
  onView,
  onDownload,
  onReplace,
}: DocumentsTableProps) {
  const actions = [
    { label: 'View', icon: <Eye />, act: onView },
    { label: 'Download', icon: <Download />, act: onDownload },
    { label: 'Re-upload', icon: <Upload />, act: onReplace },
  ]
  const columns: Column<OwnFile>[] = [
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
    timeColumn({
      key: 'uploaded',
      header: 'Uploaded',
      value: ({ uploadedAt }) => uploadedAt,
    }),
    actionsColumn((file) => (
      <div className="flex gap-2 whitespace-nowrap stacked:flex-wrap max-sm:[&_span:has(>svg:not(.animate-spin))]:hidden">
        {actions.map(({ label, icon, act }) => (
          <Button
            key={label}
            size="sm"
            variant="secondary"
            icon={icon}
            pending={act === onView && busyId === file.id}
            onClick={() => act(file)}
            aria-label={`${label} ${file.fileName}`}
          >
            {label}
          </Button>
        ))}
      </div>
    )),
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
