import type { ReactNode } from 'react'
import type { ReviewedFile } from '@shared/files'
import { formatDateTime, fullName } from '@/lib/format'
import { DateTime } from '@/ui/date-time'
import { EmailText } from '@/ui/email-text'
import { FileName } from '@/ui/file-name'
import { StatusBadge } from '@/ui/status-badge'
import { DataTable, type Column } from '@/ui/table'
import { FileControls, type FileHandlers } from './file-controls'
import { NoAccountBadge } from './no-account-badge'
import { QuarantineBadge } from './quarantine-badge'

interface ReportsTableProps {
  files: ReviewedFile[]
  handlers: FileHandlers
  isLoading: boolean
  empty: ReactNode
  busyIds: ReadonlySet<number>
  selectedId: number | null
  onSelect: (file: ReviewedFile) => void
  /** Only what identifies a row, for a list that stands beside the selected document. */
  brief: boolean
}

/** All documents, each with its owner; red where the owner has no account. */
export function ReportsTable(props: ReportsTableProps) {
  const { files, handlers, isLoading, empty, busyIds, selectedId, onSelect, brief } = props
  const identity: Column<ReviewedFile>[] = [
    {
      key: 'id',
      header: brief ? 'ID' : 'File ID',
      cell: (file) => <span className="figures">{file.id}</span>,
    },
    {
      key: 'name',
      header: 'File name',
      className: brief ? 'max-w-56 min-w-36' : 'max-w-38',
      cell: (file) => (
        <button
          type="button"
          className="link flex max-w-full min-w-0 text-left font-medium"
          onClick={() => onSelect(file)}
        >
          <FileName name={file.fileName} />
        </button>
      ),
    },
    {
      key: 'submitted-by',
      header: 'Submitted by',
      className: 'max-w-44 min-w-32',
      cell: (file) =>
        file.owner ? <span className="wrap-anywhere">{fullName(file.owner)}</span> : <Orphaned />,
    },
  ]
  const contact: Column<ReviewedFile>[] = [
    {
      key: 'email',
      header: 'Email',
      className: 'max-w-44 min-w-36',
      cell: (file) => (file.owner ? <EmailText email={file.owner.email} /> : 'N/A'),
    },
    {
      key: 'phone',
      header: 'Phone',
      cell: (file) => (
        <span className="figures whitespace-nowrap">{file.owner?.phoneNumber ?? 'N/A'}</span>
      ),
    },
  ]
  const date: Column<ReviewedFile> = {
    key: 'date',
    header: 'Date',
    cell: (file) => <DateTime text={formatDateTime(file.createdAt)} />,
  }
  const status: Column<ReviewedFile> = {
    key: 'status',
    header: 'Status',
    cell: (file) => (
      <span className="inline-flex flex-col items-start gap-1">
        <StatusBadge status={file.status} />
        <QuarantineBadge file={file} />
      </span>
    ),
  }
  const actions: Column<ReviewedFile> = {
    key: 'actions',
    header: 'Actions',
    hideLabel: true,
    className: 'w-48 stacked:w-auto stacked:@2xl:col-span-2',
    cell: (file) => <FileControls file={file} handlers={handlers} isBusy={busyIds.has(file.id)} />,
  }

  return (
    <DataTable
      columns={brief ? [...identity, status] : [...identity, ...contact, date, status, actions]}
      rows={files}
      rowKey={(file) => file.id}
      caption="Credit reports"
      loading={isLoading}
      empty={empty}
      selectedKey={selectedId}
      rowClassName={(file) => (file.owner ? undefined : 'bg-danger-surface!')}
      {...(!brief && { cardsBelow: '65rem' })}
    />
  )
}

function Orphaned() {
  return (
    <span className="inline-flex flex-col items-start gap-1">
      <span className="text-danger">Orphaned</span>
      <NoAccountBadge onRed />
    </span>
  )
}
