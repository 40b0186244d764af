import type { FileSort } from '@shared/files'
import { fileSorts, quarantineStates, reviewStatuses } from '@shared/list-choices'
import { reviewedFileQuery, reviewedFilesQuery } from '@/features/files/api'
import { useLoadAhead } from '@/features/files/preview-api'
import { canBeAsked, nameAsked } from '@/features/users/questions-api'
import { PreviewSkeleton } from '@/features/files/preview-frame'
import { lazyPart } from '@/lib/lazy-part'
import { reportsColumns } from '@/features/files/reports-columns'
import { useListAddress } from '@/lib/use-list-address'
import { useBulk } from '../bulk/bulk-actions'
import { LinkedFilter } from '../list-controls'
import { useOwner, usePersonDesk } from '../person/use-person-desk'
import { ReviewLayout } from '../review-layout'
import { useReviewDesk } from '../use-review-desk'
import { useReviewedList } from '../use-reviewed-list'

const PersonPanel = lazyPart(() => import('../person/person-panel'), PreviewSkeleton)

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
  const work = usePersonDesk(opened?.userId ?? null)
  const { desk } = work
  const owner = useOwner(opened?.userId ?? null)
  useLoadAhead(opened ? reviewed.rows[reviewed.rows.indexOf(opened) + 1] : undefined)
  const review = useReviewDesk({
    ...reviewed,
    kind: 'file',
    actions: desk,
    ask: canBeAsked(owner) ? (file) => work.ask(owner, file) : null,
    panel: { desk, file: opened ?? undefined, email: opened?.owner?.email },
  })
  const handlers = { ...desk.handlers, onDecide: review.decide }

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
        searchLabel="Search by file, person, or phone"
        sorts={sorts}
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
        columns={(context) => reportsColumns({ ...context, handlers, busyIds: desk.busyIds })}
        // Red where the owner has no account.
        rowClassName={(file) => (file.owner ? undefined : 'bg-danger-surface!')}
      />
      {desk.dialogs}
    </>
  )
}
