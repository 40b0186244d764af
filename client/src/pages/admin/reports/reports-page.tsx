import { fileSorts, type FileSort } from '@shared/files'
import { reviewedFileQuery, reviewedFilesQuery } from '@/features/files/api'
import { ReportsTable } from '@/features/files/reports-table'
import { useListAddress } from '@/lib/use-list-address'
import { BulkActions } from '../bulk/bulk-actions'
import { useSelection } from '../bulk/use-selection'
import { PersonPanel } from '../person/later-person-panel'
import { usePanelKeys } from '../person/use-panel-keys'
import { useOwner, usePersonDesk } from '../person/use-person-desk'
import { ReviewLayout } from '../review-layout'
import { useReview } from '../use-review'
import { useReviewedList } from '../use-reviewed-list'
import { QuarantineFilter, useQuarantineFilter } from './quarantine-filter'

const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'File name' },
] satisfies { value: FileSort; label: string }[]

export function ReportsPage() {
  const address = useListAddress(fileSorts)
  const quarantine = useQuarantineFilter()
  const request = { ...address.request, quarantine: quarantine.state }
  const reviewed = useReviewedList({
    address,
    page: reviewedFilesQuery(request),
    findRow: reviewedFileQuery,
  })
  const { list } = reviewed
  const { opened } = reviewed.row
  const selection = useSelection('files', request, list.data)
  const work = usePersonDesk(opened?.userId ?? null)
  const { desk } = work
  const owner = useOwner(opened?.userId ?? null)
  const review = useReview({
    ...reviewed,
    kind: 'file',
    busyIds: desk.busyIds,
    decide: desk.decide,
    hasDialog: desk.hasDialog,
    moreKeys: usePanelKeys(desk, { file: opened ?? undefined, email: opened?.owner?.email }),
  })
  const handlers = { ...desk.handlers, onDecide: review.decide }

  return (
    <>
      <QuarantineFilter {...quarantine} />
      <ReviewLayout
        address={address}
        list={list}
        review={review}
        searchLabel="Search by file name, owner, email, or phone"
        sorts={sorts}
        exported={{ list: 'files', request }}
        bulk={<BulkActions of="files" selection={selection} />}
        nouns={{ singular: 'report', plural: 'reports' }}
        emptyTexts={{
          noMatch: 'No reports found.',
          noneYet: 'No reports found.',
          whatAppears: 'Every document that is uploaded appears here.',
        }}
        details={
          opened && {
            title: opened.fileName,
            status: opened.status,
            isBusy: desk.busyIds.has(opened.id),
            contact: opened.owner,
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
      >
        {(shown) => (
          <ReportsTable
            files={shown.rows}
            isLoading={shown.isLoading}
            empty={shown.empty}
            handlers={handlers}
            busyIds={desk.busyIds}
            selectedId={opened?.id ?? null}
            onSelect={review.select}
            sorting={{ sort: address.sort, onSort: address.sortBy }}
            selection={selection.rows}
            brief={review.isBeside}
          />
        )}
      </ReviewLayout>
      {desk.dialogs}
    </>
  )
}
