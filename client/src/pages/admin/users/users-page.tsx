import { useQuery } from '@tanstack/react-query'
import type { ReviewStatus } from '@shared/review'
import type { ListedUser } from '@shared/users'
import { userQuery, usersQuery } from '@/features/users/api'
import { UsersTable } from '@/features/users/users-table'
import { useUserActions } from '@/features/users/use-user-actions'
import { fullName } from '@/lib/format'
import { useListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { EmptyList } from '../empty-list'
import { ListPager } from '../list-controls'
import { ReviewLayout } from '../review-layout'
import { useReview } from '../use-review'
import { UserDetails } from './user-details'

const noUsers: ListedUser[] = []

export function UsersPage() {
  const address = useListAddress()
  const { search, status, cursor } = address
  const list = useQuery(usersQuery({ search, status, cursor }))
  const { data, isPending, isError, refetch } = list
  const users = data?.rows ?? noUsers
  const actions = useUserActions()
  const { busyIds } = actions
  const review = useReview({
    address,
    rows: users,
    isLoaded: list.isSuccess,
    findRow: userQuery,
    busyIds,
    decide: actions.decide,
  })
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
            <EmptyList
              address={address}
              page={data}
              noMatch="No users match"
              noneYet="No users yet"
              whatAppears="Everybody who signs up appears here."
            />
          }
        />
      )}
      <ListPager address={address} next={data?.next ?? null} />
    </ReviewLayout>
  )
}
