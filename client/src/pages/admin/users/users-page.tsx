import { useQuery } from '@tanstack/react-query'
import type { ReviewStatus } from '@shared/review'
import type { ListedUser } from '@shared/users'
import { usersQuery } from '@/features/users/api'
import { UsersTable } from '@/features/users/users-table'
import { useUserActions } from '@/features/users/use-user-actions'
import { fullName } from '@/lib/format'
import { useListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { ListPager } from '../list-controls'
import { ReviewLayout } from '../review-layout'
import { useReview } from '../use-review'
import { UserDetails } from './user-details'

const noUsers: ListedUser[] = []

export function UsersPage() {
  const address = useListAddress()
  const { search, status, cursor } = address
  const { data, isPending, isError, refetch } = useQuery(usersQuery({ search, status, cursor }))
  const users = data?.rows ?? noUsers
  const actions = useUserActions()
  const { busyIds } = actions
  const review = useReview({ address, rows: users, busyIds, decide: actions.decide })
  const { opened } = review
  const handlers = {
    onDecide: (user: ListedUser, decision: ReviewStatus) => review.decide(user, decision),
    onDelete: (user: ListedUser) => void actions.remove(user),
  }

  return (
    <ReviewLayout
      address={address}
      review={review}
      searchLabel="Search by name, email or phone"
      page={data}
      nouns={{ one: 'user', many: 'users' }}
      details={
        opened && {
          title: fullName(opened),
          content: <UserDetails user={opened} busyIds={busyIds} {...handlers} />,
        }
      }
    >
      {isError ? (
        <Notice
          tone="danger"
          title="The users could not be loaded"
          actions={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          Please check your connection. Nothing is lost.
        </Notice>
      ) : (
        <UsersTable
          users={users}
          isLoading={isPending}
          busyIds={busyIds}
          selectedId={opened?.id ?? null}
          onSelect={review.select}
          {...handlers}
          brief={review.isBeside}
          empty={
            <EmptyState
              title={address.isFiltered ? 'No users match' : 'No users yet'}
              description={
                address.isFiltered
                  ? 'Try fewer words, or reset the filters.'
                  : 'Everybody who signs up appears here.'
              }
            />
          }
        />
      )}
      <ListPager address={address} next={data?.next ?? null} />
    </ReviewLayout>
  )
}
