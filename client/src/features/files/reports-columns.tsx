import type { ReviewedFile } from '@shared/files'
import { reviewStatuses } from '@shared/list-choices'
import { formatPhone, fullName } from '@/lib/format'
import { sortedBy } from '@/ui/column-sort'
import {
  actionsColumn,
  dateColumn,
  emailColumn,
  figuresColumn,
  openColumn,
  type ListContext,
} from '@/ui/columns'
import { ListedFileName } from '@/ui/file-name'
import { OneLine } from '@/ui/text'
import { AskedMark, StatusSelect, selectable } from '@/ui/row-parts'
import { StatusBadge } from '@/ui/badge'
import type { Column } from '@/ui/table'
import { FileRowControls, type FileHandlers } from './file-controls'
import { NoAccountBadge, QuarantineBadge } from './file-badges'

interface ReportsContext extends ListContext<ReviewedFile> {
  handlers: FileHandlers
  busyIds: ReadonlySet<number>
}

/** All documents, each with its owner. */
export function reportsColumns(context: ReportsContext): Column<ReviewedFile>[] {
  const { handlers, busyIds, isCompact, sorting, selection, onOpen } = context
  return [
    figuresColumn({ key: 'id', header: 'File ID', value: ({ id }) => id }),
    selectable(
      selection,
      describeFile,
      openColumn({
        key: 'name',
        header: 'File name',
        isBrief: true,
        sort: sortedBy(sorting, { ascending: 'name' }),
        className: isCompact ? 'w-3/5 max-w-0' : 'w-2/5 max-w-0',
        name: describeFile,
        label: ({ fileName }) => <ListedFileName name={fileName} />,
        onOpen,
      }),
    ),
    {
      key: 'submitted-by',
      header: 'Submitted by',
      isBrief: true,
      className: isCompact ? 'w-2/5 max-w-0' : 'w-1/4 max-w-0',
      cell: ({ owner }) => (owner ? <OneLine text={fullName(owner)} /> : <Orphaned />),
    },
    emailColumn({
      key: 'email',
      header: 'Email',
      isSecondary: true,
      className: 'w-1/3 max-w-0',
      value: ({ owner }) => owner?.email,
      without: 'N/A',
    }),
    figuresColumn({
      key: 'phone',
      header: 'Phone',
      isSecondary: true,
      value: ({ owner }) => owner && formatPhone(owner.phoneNumber),
      without: 'N/A',
    }),
    dateColumn({
      key: 'date',
      header: 'Date',
      sort: sortedBy(sorting, { ascending: 'oldest', descending: 'newest' }),
      isSecondary: true,
      value: ({ createdAt }) => createdAt,
    }),
    {
      key: 'status',
      header: 'Status',
      isBrief: true,
      cell: (file) => (
        <span className="flex flex-col items-start gap-1">
          <span className="inline-flex items-center gap-1.5">
            {isCompact ? (
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
    },
    actionsColumn((file) => (
      <FileRowControls file={file} handlers={handlers} isBusy={busyIds.has(file.id)} />
    )),
  ]
}

const describeFile = ({ fileName }: ReviewedFile) => fileName

function Orphaned() {
  return (
    <span className="inline-flex flex-col items-start gap-1">
      <span className="text-danger">Orphaned</span>
      <NoAccountBadge onRed />
    </span>
  )
}
