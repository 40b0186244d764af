import { useQuery } from '@tanstack/react-query'
import type { ReviewStatus } from '@shared/review'
import { userSorts, type ListedUser, type UserSort } from '@shared/users'
import { userQuery, usersQuery } from '@/features/users/api'
import { UsersTable } from '@/features/users/users-table'
import { useUserActions } from '@/features/users/use-user-actions'
import { fullName } from '@/lib/format'
import { useListAddress } from '@/lib/use-list-address'
import { ReviewLayout } from '../review-layout'
import { usePageTurns } from '../use-page-turns'
import { useReview } from '../use-review'
import { UserDetails } from './user-details'

const noUsers: ListedUser[] = []
const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'Name' },
] satisfies { value: UserSort; label: string }[]

export function UsersPage() {
  const address = useListAddress(userSorts)
  const list = useQuery(usersQuery(address.request))
  const turnPage = usePageTurns(address, list)
  const actions = useUserActions()
  const { busyIds } = actions
  const review = useReview({
    address,
    rows: list.data?.rows ?? noUsers,
    isLoaded: list.isSuccess,
    findRow: userQuery,
    busyIds,
    decide: actions.decide,
    turnPage,
  })
  const { opened } = review
  const handlers = {
    onDecide: (user: ListedUser, decision: ReviewStatus) => review.decide(user, decision),
    onDelete: (user: ListedUser) => void actions.remove(user),
  }

  return (
    <ReviewLayout
      address={address}
      list={list}
      review={review}
      searchLabel="Search by name, email, or phone"
      sorts={sorts}
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
          isBusy: busyIds.has(opened.id),
          content: (
            <UserDetails
              user={opened}
              isBusy={busyIds.has(opened.id)}
              onDelete={handlers.onDelete}
            />
          ),
        }
      }
    >
      {({ rows, ...shown }) => (
        <UsersTable
          users={rows}
          {...shown}
          {...handlers}
          busyIds={busyIds}
          selectedId={opened?.id ?? null}
          onSelect={review.select}
          sorting={{ sort: address.sort, onSort: address.sortBy }}
          brief={review.isBeside}
        />
      )}
    </ReviewLayout>
  )
}
