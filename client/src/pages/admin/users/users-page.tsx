import { useQuery } from '@tanstack/react-query'
import { usersQuery } from '@/features/users/api'
import { UsersTable } from '@/features/users/users-table'
import { useUserActions } from '@/features/users/use-user-actions'
import { useListAddress } from '@/lib/use-list-address'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Notice } from '@/ui/notice'
import { ListControls, ListPager } from '../list-controls'
import { UserPanel } from './user-panel'

export function UsersPage() {
  const address = useListAddress()
  const { search, status, cursor } = address
  const { data, isPending, isError, refetch } = useQuery(usersQuery({ search, status, cursor }))
  const { decide, remove, busyIds } = useUserActions()
  const opened = data?.rows.find((user) => String(user.id) === address.open) ?? null

  return (
    <>
      <ListControls
        address={address}
        searchLabel="Search by name, email or phone"
        count={{ total: data?.total, one: 'user', many: 'users' }}
      />
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
          users={data?.rows ?? []}
          isLoading={isPending}
          busyIds={busyIds}
          selectedId={opened?.id ?? null}
          onSelect={(user) => address.showRow(String(user.id))}
          onDecide={(user, decision) => void decide(user, decision)}
          onDelete={(user) => void remove(user)}
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
      <UserPanel user={opened} onClose={() => address.showRow('')} />
    </>
  )
}
