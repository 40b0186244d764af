import { Check, Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReviewStatus } from '@shared/review'
import type { ListedUser } from '@shared/users'
import { formatDateTime, fullName } from '@/lib/format'
import { Button, IconButton } from '@/ui/button'
import { DateTime } from '@/ui/date-time'
import { EmailText } from '@/ui/email-text'
import { StatusBadge } from '@/ui/status-badge'
import { DataTable, type Column } from '@/ui/table'

interface UsersTableProps {
  users: ListedUser[]
  isLoading: boolean
  empty: ReactNode
  /** The users about whom a request is under way. */
  busyIds: ReadonlySet<number>
  selectedId: number | null
  onSelect: (user: ListedUser) => void
  onDecide: (user: ListedUser, status: ReviewStatus) => void
  onDelete: (user: ListedUser) => void
}

export function UsersTable(props: UsersTableProps) {
  const { users, isLoading, empty, selectedId, onSelect } = props
  const columns: Column<ListedUser>[] = [
    {
      key: 'name',
      header: 'Name',
      className: 'max-w-56 min-w-36',
      cell: (user) => (
        <button
          type="button"
          className="link wrap-anywhere text-left font-medium"
          onClick={() => onSelect(user)}
        >
          {fullName(user)}
        </button>
      ),
    },
    {
      key: 'email',
      header: 'Email',
      className: 'max-w-56 min-w-36',
      cell: (user) => <EmailText email={user.email} />,
    },
    {
      key: 'phone',
      header: 'Phone',
      cell: (user) => <span className="figures whitespace-nowrap">{user.phoneNumber}</span>,
    },
    { key: 'status', header: 'Status', cell: (user) => <StatusBadge status={user.status} /> },
    {
      key: 'registered',
      header: 'Registered',
      cell: (user) => <DateTime text={formatDateTime(user.createdAt)} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      hideLabel: true,
      className: 'stacked:@2xl:col-span-2',
      cell: (user) => <UserActions {...props} user={user} />,
    },
  ]

  return (
    <DataTable
      columns={columns}
      rows={users}
      rowKey={(user) => user.id}
      caption="Users"
      loading={isLoading}
      empty={empty}
      selectedKey={selectedId}
      cardsBelow="52rem"
    />
  )
}

type UserActionsProps = Pick<UsersTableProps, 'busyIds' | 'onDecide' | 'onDelete'> & {
  user: ListedUser
}

function UserActions({ user, busyIds, onDecide, onDelete }: UserActionsProps) {
  const isBusy = busyIds.has(user.id)
  const name = fullName(user)
  return (
    <div className="flex items-center gap-2 whitespace-nowrap stacked:flex-wrap">
      {user.status === 'approved' ? null : (
        <Button
          size="sm"
          variant="secondary"
          icon={<Check />}
          disabled={isBusy}
          aria-label={`Approve ${name}`}
          onClick={() => onDecide(user, 'approved')}
        >
          Approve
        </Button>
      )}
      {user.status === 'rejected' ? null : (
        <Button
          size="sm"
          variant="secondary"
          icon={<X />}
          disabled={isBusy}
          aria-label={`Reject ${name}`}
          onClick={() => onDecide(user, 'rejected')}
        >
          Reject
        </Button>
      )}
      <IconButton
        label={`Delete ${name}`}
        icon={<Trash2 />}
        disabled={isBusy}
        onClick={() => onDelete(user)}
      />
    </div>
  )
}
