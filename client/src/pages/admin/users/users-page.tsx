import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReviewStatus } from '@shared/review'
import { userSorts, type ListedUser, type UserSort } from '@shared/users'
import { useCredentialActions } from '@/features/credentials/use-credential-actions'
import { userQuery, usersQuery } from '@/features/users/api'
import { UsersTable } from '@/features/users/users-table'
import { useUserActions } from '@/features/users/use-user-actions'
import { fullName } from '@/lib/format'
import { useListAddress } from '@/lib/use-list-address'
import { BulkActions } from '../bulk/bulk-actions'
import { useSelection } from '../bulk/use-selection'
import { useFileDesk } from '../file-desk'
import { PersonPanel } from '../person/person-panel'
import { useAlsoApprove } from '../person/use-also-approve'
import { usePanelKeys } from '../person/use-panel-keys'
import { usePerson } from '../person/use-person'
import { ReviewLayout } from '../review-layout'
import { useOpenedRow } from '../use-opened-row'
import { usePageTurns } from '../use-page-turns'
import { useReview } from '../use-review'

const noUsers: ListedUser[] = []
const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'Name' },
  { value: 'score', label: 'Highest score' },
] satisfies { value: UserSort; label: string }[]

export function UsersPage() {
  const address = useListAddress(userSorts)
  const list = useQuery(usersQuery(address.request))
  const turnPage = usePageTurns(address, list)
  const selection = useSelection(address.request, list.data)
  const [isWriting, setIsWriting] = useState(false)
  const rows = list.data?.rows ?? noUsers
  const row = useOpenedRow({
    open: address.open,
    rows,
    isLoaded: list.isSuccess,
    findRow: userQuery,
  })
  const { opened } = row
  const users = useUserActions()
  const logins = useCredentialActions()
  const desk = useFileDesk()
  const person = usePerson(opened?.id ?? null)
  const waiting = useAlsoApprove(opened, person)

  function decide(user: ListedUser, decision: ReviewStatus) {
    const isOpened = user.id === opened?.id
    return users.decide(
      user,
      decision,
      decision === 'approved' && isOpened ? waiting?.also : undefined,
    )
  }
  const review = useReview({
    address,
    rows,
    row,
    isCurrent: list.isSuccess && !list.isPlaceholderData,
    kind: 'user',
    busyIds: users.busyIds,
    decide,
    turnPage,
    hasDialog: desk.hasDialog || isWriting,
    moreKeys: usePanelKeys(desk, { file: person.shown, email: opened?.email }),
  })

  return (
    <>
      <ReviewLayout
        address={address}
        list={list}
        review={review}
        searchLabel="Search by name, email, or phone"
        sorts={sorts}
        bulk={
          <BulkActions
            of="users"
            selection={selection}
            isWriting={isWriting}
            onWrite={setIsWriting}
          />
        }
        nouns={{ singular: 'user', plural: 'users' }}
        emptyTexts={{
          noMatch: 'No users match',
          noneYet: 'No users yet',
          whatAppears: 'Everyone who signs up appears here.',
        }}
        details={
          opened && {
            title: fullName(opened),
            status: opened.status,
            isBusy: users.busyIds.has(opened.id),
            contact: opened,
            also: waiting?.offer,
            content: (
              <PersonPanel
                about="user"
                user={opened}
                person={person}
                file={person.shown}
                onShowFile={person.show}
                desk={desk}
                users={users}
                logins={logins}
              />
            ),
          }
        }
      >
        {(shown) => (
          <UsersTable
            users={shown.rows}
            isLoading={shown.isLoading}
            empty={shown.empty}
            onDecide={review.decide}
            onDelete={(user) => void users.remove(user)}
            busyIds={users.busyIds}
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
