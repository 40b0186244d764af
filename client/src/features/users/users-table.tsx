import type { ReactNode } from 'react'
import type { ListedUser } from '@shared/users'
import { formatDateTime, fullName } from '@/lib/format'
import { DateTime } from '@/ui/date-time'
import { EmailText } from '@/ui/email-text'
import { StatusBadge } from '@/ui/status-badge'
import { DataTable, type Column } from '@/ui/table'
import { UserActions, type UserHandlers } from './user-actions'

interface UsersTableProps extends UserHandlers {
  users: ListedUser[]
  isLoading: boolean
  empty: ReactNode
  selectedId: number | null
  onSelect: (user: ListedUser) => void
  /** Only what identifies a row, for a list that stands beside the selected person. */
  brief: boolean
}

export function UsersTable(props: UsersTableProps) {
  const { users, isLoading, empty, selectedId, onSelect, brief } = props
  const identity: Column<ListedUser>[] = [
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
  ]
  const contact: Column<ListedUser>[] = [
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
  ]
  const state: Column<ListedUser>[] = [
    { key: 'status', header: 'Status', cell: (user) => <StatusBadge status={user.status} /> },
    {
      key: 'registered',
      header: 'Registered',
      cell: (user) => <DateTime text={formatDateTime(user.createdAt)} />,
    },
  ]
  const actions: Column<ListedUser> = {
    key: 'actions',
    header: 'Actions',
    hideLabel: true,
    className: 'stacked:@2xl:col-span-2',
    cell: (user) => <UserActions {...props} user={user} />,
  }

  return (
    <DataTable
      columns={brief ? [...identity, ...state] : [...identity, ...contact, ...state, actions]}
      rows={users}
      rowKey={(user) => user.id}
      caption="Users"
      loading={isLoading}
      empty={empty}
      selectedKey={selectedId}
      {...(!brief && { cardsBelow: '52rem' })}
    />
  )
}
