import { useState } from 'react'
import type { ReviewStatus } from '@shared/review'
import { userSorts, type ListedUser, type UserSort } from '@shared/users'
import { userQuery, usersQuery } from '@/features/users/api'
import { UsersTable } from '@/features/users/users-table'
import { fullName } from '@/lib/format'
import { useListAddress } from '@/lib/use-list-address'
import { BulkActions } from '../bulk/bulk-actions'
import { useSelection } from '../bulk/use-selection'
import { PersonPanel } from '../person/later-person-panel'
import { useAlsoApprove } from '../person/use-also-approve'
import { usePanelKeys } from '../person/use-panel-keys'
import { useNextPerson } from '../person/use-person'
import { usePersonDesk } from '../person/use-person-desk'
import { ReviewLayout } from '../review-layout'
import { useReview } from '../use-review'
import { useReviewedList } from '../use-reviewed-list'

const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'Name' },
  { value: 'score', label: 'Highest score' },
] satisfies { value: UserSort; label: string }[]

export function UsersPage() {
  const address = useListAddress(userSorts)
  const reviewed = useReviewedList({
    address,
    page: usersQuery(address.request),
    findRow: userQuery,
  })
  const { list } = reviewed
  const { opened } = reviewed.row
  const selection = useSelection('users', address.request, list.data)
  const [isWriting, setIsWriting] = useState(false)
  const work = usePersonDesk(opened?.id ?? null)
  const { users, desk, person } = work
  const waiting = useAlsoApprove(opened, person)
  useNextPerson(opened ? reviewed.rows[reviewed.rows.indexOf(opened) + 1]?.id : undefined)

  function decide(user: ListedUser, decision: ReviewStatus) {
    const isOpened = user.id === opened?.id
    return users.decide(
      user,
      decision,
      decision === 'approved' && isOpened ? waiting?.also : undefined,
    )
  }
  const review = useReview({
    ...reviewed,
    kind: 'user',
    busyIds: users.busyIds,
    decide,
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
        exported={{ list: 'users', request: address.request }}
        bulk={
          <BulkActions
            of="users"
            selection={selection}
            writing={{ isOpen: isWriting, onToggle: setIsWriting }}
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
                {...work}
                about="user"
                user={opened}
                file={person.shown}
                onShowFile={person.show}
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
