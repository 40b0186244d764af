import type { ReviewedFile } from '@shared/files'
import { reviewStatuses } from '@shared/list-choices'
import { formatDate, formatDateTime, formatPhone, fullName } from '@/lib/format'
import { sortedBy } from '@/ui/column-sort'
import { ListedEmail } from '@/ui/email-text'
import { ListedFileName } from '@/ui/file-name'
import type { ListedRows } from '@/ui/listed-rows'
import { OneLine } from '@/ui/one-line'
import { AskedMark } from '@/ui/row-mark'
import { SelectPage, SelectRow } from '@/ui/select-rows'
import { ShortDate } from '@/ui/short-date'
import { StatusBadge } from '@/ui/status-badge'
import { StatusSelect } from '@/ui/status-select'
import { DataTable, type Column } from '@/ui/table'
import { FileRowControls, type FileHandlers } from './file-controls'
import { NoAccountBadge, QuarantineBadge } from './file-badges'

interface ReportsTableProps extends ListedRows<ReviewedFile> {
  handlers: FileHandlers
  busyIds: ReadonlySet<number>
}

/** All documents, each with its owner; red where the owner has no account. */
export function ReportsTable(props: ReportsTableProps) {
  const { rows, handlers, busyIds, onSelect, brief, sorting, selection } = props
  const number: Column<ReviewedFile> = {
    key: 'id',
    header: 'File ID',
    cell: (file) => <span className="figures">{file.id}</span>,
  }
  const identity: Column<ReviewedFile>[] = [
    {
      key: 'name',
      header: 'File name',
      headerControl: <SelectPage selection={selection} />,
      sort: sortedBy(sorting, { ascending: 'name' }),
      className: brief ? 'w-3/5 max-w-0' : 'w-2/5 max-w-0',
      cell: (file) => (
        <SelectRow row={file} name={file.fileName} selection={selection}>
          <button
            type="button"
            className="link flex max-w-full min-w-0 items-center text-left font-medium pointer-coarse:min-h-11"
            onClick={() => onSelect(file)}
          >
            <ListedFileName name={file.fileName} />
          </button>
        </SelectRow>
      ),
    },
    {
      key: 'submitted-by',
      header: 'Submitted by',
      className: brief ? 'w-2/5 max-w-0' : 'w-1/4 max-w-0',
      cell: (file) => (file.owner ? <OneLine text={fullName(file.owner)} /> : <Orphaned />),
    },
  ]
  const contact: Column<ReviewedFile>[] = [
    {
      key: 'email',
      header: 'Email',
      isSecondary: true,
      className: 'w-1/3 max-w-0',
      cell: (file) => (file.owner ? <ListedEmail email={file.owner.email} /> : <span>N/A</span>),
    },
    {
      key: 'phone',
      header: 'Phone',
      isSecondary: true,
      cell: (file) => (
        <span className="figures whitespace-nowrap">
          {file.owner ? formatPhone(file.owner.phoneNumber) : 'N/A'}
        </span>
      ),
    },
  ]
  const date: Column<ReviewedFile> = {
    key: 'date',
    header: 'Date',
    sort: sortedBy(sorting, { ascending: 'oldest', descending: 'newest' }),
    isSecondary: true,
    cell: (file) => (
      <ShortDate day={formatDate(file.createdAt)} full={formatDateTime(file.createdAt)} />
    ),
  }
  const status: Column<ReviewedFile> = {
    key: 'status',
    header: 'Status',
    cell: (file) => (
      <span className="flex flex-col items-start gap-1">
        <span className="inline-flex items-center gap-1.5">
          {brief ? (
            <StatusBadge status={file.status} />
          ) : (
            <StatusSelect
              label={`Status of ${file.fileName}`}
              value={file.status}
              options={reviewStatuses}
              disabled={busyIds.has(file.id)}
              onChange={(wanted) => handlers.onDecide(file, wanted)}
            />
          )}
          {file.status === 'pending' ? <AskedMark askedAt={file.owner?.askedAt} /> : null}
        </span>
        <QuarantineBadge file={file} />
      </span>
    ),
  }
  const actions: Column<ReviewedFile> = {
    key: 'actions',
    header: 'Actions',
    hideLabel: true,
    className: 'stacked:@2xl:col-span-2',
    cell: (file) => (
      <FileRowControls file={file} handlers={handlers} isBusy={busyIds.has(file.id)} />
    ),
  }

  return (
    <DataTable
      columns={
        brief ? [...identity, status] : [number, ...identity, ...contact, date, status, actions]
      }
      rows={rows}
      rowKey={(file) => file.id}
      caption="Credit reports"
      loading={props.isLoading}
      empty={props.empty}
      selectedKey={props.selectedId}
      rowClassName={(file) => (file.owner ? undefined : 'bg-danger-surface!')}
      oneLine={brief ? 'always' : true}
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
