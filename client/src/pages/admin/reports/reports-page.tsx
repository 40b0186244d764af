import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fileSorts, type FileSort, type ReviewedFile } from '@shared/files'
import { useCredentialActions } from '@/features/credentials/use-credential-actions'
import { reviewedFileQuery, reviewedFilesQuery } from '@/features/files/api'
import { ReportsTable } from '@/features/files/reports-table'
import { userQuery } from '@/features/users/api'
import { useUserActions } from '@/features/users/use-user-actions'
import { useListAddress } from '@/lib/use-list-address'
import { BulkActions } from '../bulk/bulk-actions'
import { useSelection } from '../bulk/use-selection'
import { useFileDesk } from '../file-desk'
import { PersonPanel } from '../person/person-panel'
import { usePanelKeys } from '../person/use-panel-keys'
import { usePerson } from '../person/use-person'
import { ReviewLayout } from '../review-layout'
import { useOpenedRow } from '../use-opened-row'
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
  const request = { ...address.request, quarantine: quarantine.state }
  const list = useQuery(reviewedFilesQuery(request))
  const turnPage = usePageTurns(address, list)
  const selection = useSelection(request, list.data)
  const [isWriting, setIsWriting] = useState(false)
  const rows = list.data?.rows ?? noReports
  const row = useOpenedRow({
    open: address.open,
    rows,
    isLoaded: list.isSuccess,
    findRow: reviewedFileQuery,
  })
  const { opened } = row
  const users = useUserActions()
  const logins = useCredentialActions()
  const desk = useFileDesk()
  const person = usePerson(opened?.userId ?? null)
  const owner = useQuery({
    ...userQuery(String(opened?.userId ?? '')),
    enabled: Boolean(opened?.userId),
  })
  const review = useReview({
    address,
    rows,
    row,
    isCurrent: list.isSuccess && !list.isPlaceholderData,
    kind: 'file',
    busyIds: desk.busyIds,
    decide: desk.decide,
    turnPage,
    hasDialog: desk.hasDialog || isWriting,
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
        bulk={
          <BulkActions
            of="files"
            selection={selection}
            isWriting={isWriting}
            onWrite={setIsWriting}
          />
        }
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
                about="file"
                user={owner.data ?? null}
                person={person}
                file={opened}
                onShowFile={(file) => address.showRow(String(file.id))}
                desk={desk}
                users={users}
                logins={logins}
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
