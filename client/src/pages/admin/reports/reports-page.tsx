import type { FileSort, ReviewedFile } from '@shared/files'
import { fileSorts, quarantineStates, reviewStatuses } from '@shared/list-choices'
import { reviewedFileQuery, reviewedFilesQuery } from '@/features/files/api'
import { useLoadAhead } from '@/features/files/preview-api'
import { canBeAsked, nameAsked } from '@/features/users/questions-api'
import { useListAddress } from '@/lib/use-list-address'
import { useBulk } from '../bulk/bulk-actions'
import { LinkedFilter } from '../list-controls'
import { useOwner, usePersonActions } from '../person/use-person-actions'
import { PersonPanel, ReviewLayout } from '../review-layout'
import { useReviewDesk } from '../use-review-desk'
import { useReviewedList } from '../use-reviewed-list'
import { formatPhone, fullName } from '@/lib/format'
import { sortedBy } from '@/ui/column-sort'
import {
  type ListContext,
  actionsColumn,
  dateColumn,
  emailColumn,
  figuresColumn,
  openColumn,
} from '@/ui/columns'
import { ListedFileName } from '@/ui/file-name'
import { TwoLines } from '@/ui/text'
import { AskedMark, StatusSelect, selectable } from '@/ui/row-parts'
import { StatusBadge } from '@/ui/badge'
import type { Column } from '@/ui/table'
import { type FileHandlers, FileRowControls } from '@/features/files/file-controls'
import { NoAccountBadge, QuarantineBadge } from '@/features/files/file-badges'

const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'File name' },
] satisfies { value: FileSort; label: string }[]

const quarantineTexts: Record<string, string> = {
  any: 'Only documents that no one can open yet, or that the virus check removed.',
  waiting: 'Only documents that are waiting for their virus check.',
  infected: 'Only documents that the virus check removed.',
}

export function ReportsPage() {
  const address = useListAddress({
    statuses: reviewStatuses,
    sorts: fileSorts,
    linked: { quarantine: [...quarantineStates, 'any'] },
  })
  const { request } = address
  const reviewed = useReviewedList({
    address,
    page: (cursor) => reviewedFilesQuery({ ...request, cursor }),
    findRow: reviewedFileQuery,
  })
  const { list } = reviewed
  const { opened } = reviewed.row
  const bulk = useBulk('files', request, list.data)
  const work = usePersonActions(opened?.userId ?? null)
  const { fileReview } = work
  const owner = useOwner(opened?.userId ?? null)
  useLoadAhead(opened ? reviewed.rows[reviewed.rows.indexOf(opened) + 1] : undefined)
  const review = useReviewDesk({
    ...reviewed,
    kind: 'file',
    actions: fileReview,
    ask: canBeAsked(owner) ? (file) => work.ask(owner, file) : null,
    panel: { fileReview, file: opened ?? undefined },
  })
  const handlers = { ...fileReview.handlers, onDecide: review.decide }

  return (
    <>
      <LinkedFilter
        title="Documents in quarantine"
        all="Reports"
        address={address}
        name="quarantine"
      >
        {quarantineTexts[address.filters['quarantine'] ?? '']}
      </LinkedFilter>
      <ReviewLayout
        address={address}
        list={list}
        onNearNext={reviewed.prefetch}
        review={review}
        search={{ label: 'Search by file, person, or phone', sorts }}
        bulk={bulk}
        nouns={{ singular: 'report', plural: 'reports' }}
        emptyTexts={{
          noMatch: 'No reports found.',
          noneYet: 'No reports found.',
          whatAppears:
            'Every document an applicant uploads appears here. Open one to read it and decide.',
        }}
        details={
          opened && {
            title: opened.fileName,
            status: opened.status,
            since: opened.createdAt,
            contact: opened.owner && { ...opened.owner, id: opened.userId },
            askName: canBeAsked(owner) ? nameAsked(owner, opened) : null,
            content: (
              <PersonPanel
                {...work}
                about="file"
                user={owner}
                file={opened}
                onShowFile={(file) => address.showRow(String(file.id))}
              />
            ),
          }
        }
        caption="Credit reports"
        columns={(context) => reportsColumns({ ...context, handlers, busyIds: fileReview.busyIds })}
        // Red where the owner has no account.
        rowClassName={(file) => (file.owner ? undefined : 'bg-danger-surface!')}
      />
      {fileReview.dialogs}
    </>
  )
}

interface ReportsContext extends ListContext<ReviewedFile> {
  handlers: FileHandlers
  busyIds: ReadonlySet<number>
}

/** All documents, each with its owner. */
function reportsColumns(context: ReportsContext): Column<ReviewedFile>[] {
  const { handlers, busyIds, isCompact, sorting, selection, onOpen } = context
  return [
    figuresColumn({ header: 'File ID', value: ({ id }) => id }),
    selectable(
      selection,
      describeFile,
      openColumn({
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
      header: 'Submitted by',
      isBrief: true,
      className: isCompact ? 'w-2/5 max-w-0' : 'w-1/4 max-w-0',
      cell: ({ owner }) => (owner ? <TwoLines text={fullName(owner)} /> : <Orphaned />),
    },
    emailColumn({
      header: 'Email',
      isSecondary: true,
      className: 'w-1/3 max-w-0',
      value: ({ owner }) => owner?.email,
      without: 'N/A',
    }),
    figuresColumn({
      header: 'Phone',
      isSecondary: true,
      value: ({ owner }) => owner && formatPhone(owner.phoneNumber),
      without: 'N/A',
    }),
    dateColumn({
      header: 'Date',
      sort: sortedBy(sorting, { ascending: 'oldest', descending: 'newest' }),
      isSecondary: true,
      value: ({ createdAt }) => createdAt,
    }),
    {
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
