import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fileSorts, type FileSort, type ReviewedFile } from '@shared/files'
import { reviewedFileQuery, reviewedFilesQuery } from '@/features/files/api'
import { FileDetails } from '@/features/files/file-details'
import { FixFileDialog } from '@/features/files/fix-file-dialog'
import { ReplaceFileDialog } from '@/features/files/replace-file-dialog'
import { ReportsTable } from '@/features/files/reports-table'
import { useFileActions } from '@/features/files/use-file-actions'
import { useOpenFile } from '@/features/files/use-open-file'
import { useListAddress } from '@/lib/use-list-address'
import { ReviewLayout } from '../review-layout'
import { usePageTurns } from '../use-page-turns'
import { useReview } from '../use-review'
import { QuarantineFilter, useQuarantineFilter } from './quarantine-filter'

const noReports: ReviewedFile[] = []
const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'File name' },
] satisfies { value: FileSort; label: string }[]

export function ReportsPage() {
  const address = useListAddress(fileSorts)
  const quarantine = useQuarantineFilter()
  const list = useQuery(reviewedFilesQuery({ ...address.request, quarantine: quarantine.state }))
  const turnPage = usePageTurns(address, list)
  const actions = useFileActions()
  const [replaced, setReplaced] = useState<ReviewedFile | null>(null)
  const [broken, setBroken] = useState<ReviewedFile | null>(null)
  const { view, download } = useOpenFile<ReviewedFile>({
    asAdmin: true,
    onMissing: { label: 'Fix It', act: setBroken },
  })
  const review = useReview({
    address,
    rows: list.data?.rows ?? noReports,
    isLoaded: list.isSuccess,
    findRow: reviewedFileQuery,
    busyIds: actions.busyIds,
    decide: actions.decide,
    turnPage,
    hasDialog: replaced !== null || broken !== null,
  })
  const { opened } = review
  const handlers = {
    onView: (file: ReviewedFile) => void view(file),
    onDownload: (file: ReviewedFile) => void download(file),
    onReplace: setReplaced,
    onRestore: (file: ReviewedFile) => void actions.restore(file),
    onDecide: review.decide,
    onDelete: (file: ReviewedFile) => void actions.remove(file),
  }

  return (
    <>
      <QuarantineFilter {...quarantine} />
      <ReviewLayout
        address={address}
        list={list}
        review={review}
        searchLabel="Search by file name, owner, email, or phone"
        sorts={sorts}
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
            isBusy: actions.busyIds.has(opened.id),
            content: (
              <FileDetails
                file={opened}
                handlers={handlers}
                isBusy={actions.busyIds.has(opened.id)}
                onFix={setBroken}
              />
            ),
          }
        }
      >
        {({ rows, ...shown }) => (
          <ReportsTable
            files={rows}
            {...shown}
            handlers={handlers}
            busyIds={actions.busyIds}
            selectedId={opened?.id ?? null}
            onSelect={review.select}
            sorting={{ sort: address.sort, onSort: address.sortBy }}
            brief={review.isBeside}
          />
        )}
      </ReviewLayout>
      <ReplaceFileDialog asAdmin file={replaced} onClose={() => setReplaced(null)} />
      <FixFileDialog
        file={broken}
        onClose={() => setBroken(null)}
        onReplace={handlers.onReplace}
        onRestore={handlers.onRestore}
      />
    </>
  )
}
