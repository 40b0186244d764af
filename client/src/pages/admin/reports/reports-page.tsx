import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewedFile } from '@shared/files'
import { reviewedFileQuery, reviewedFilesQuery } from '@/features/files/api'
import { FileDetails } from '@/features/files/file-details'
import { FixFileDialog } from '@/features/files/fix-file-dialog'
import { ReplaceFileDialog } from '@/features/files/replace-file-dialog'
import { ReportsTable } from '@/features/files/reports-table'
import { useFileActions } from '@/features/files/use-file-actions'
import { useOpenFile } from '@/features/files/use-open-file'
import { useListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { EmptyList } from '../empty-list'
import { ListPager } from '../list-controls'
import { ReviewLayout } from '../review-layout'
import { useReview } from '../use-review'

const noReports: ReviewedFile[] = []

export function ReportsPage() {
  const address = useListAddress()
  const { search, status, cursor } = address
  const list = useQuery(reviewedFilesQuery({ search, status, cursor }))
  const files = list.data?.rows ?? noReports

  const actions = useFileActions()
  const [replaced, setReplaced] = useState<ReviewedFile | null>(null)
  const [broken, setBroken] = useState<ReviewedFile | null>(null)
  const { view, download } = useOpenFile<ReviewedFile>({
    asAdmin: true,
    onMissing: { label: 'Fix It', act: setBroken },
  })
  const review = useReview({
    address,
    rows: files,
    isLoaded: list.isSuccess,
    findRow: reviewedFileQuery,
    busyIds: actions.busyIds,
    decide: actions.decide,
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
      <ReviewLayout
        address={address}
        review={review}
        searchLabel="Search by file name, owner, email or phone"
        page={list.data}
        nouns={{ one: 'report', many: 'reports' }}
        details={
          opened && {
            title: opened.fileName,
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
        {list.isError ? (
          <Notice
            tone="danger"
            title="The reports could not be loaded"
            actions={<Button onClick={() => void list.refetch()}>Try again</Button>}
          >
            Please check your connection. Nothing is lost.
          </Notice>
        ) : (
          <ReportsTable
            files={files}
            handlers={handlers}
            isLoading={list.isPending}
            busyIds={actions.busyIds}
            selectedId={opened?.id ?? null}
            onSelect={review.select}
            brief={review.isBeside}
            empty={
              <EmptyList
                address={address}
                page={list.data}
                noMatch="No reports found."
                noneYet="No reports found."
                whatAppears="Every document that is uploaded appears here."
              />
            }
          />
        )}
        <ListPager address={address} next={list.data?.next ?? null} />
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
