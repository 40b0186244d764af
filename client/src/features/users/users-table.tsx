import type { ReactNode } from 'react'
import type { ContactField } from '@shared/accounts'
import type { ListedUser } from '@shared/users'
import { formatDate, formatDateTime, formatPhone, fullName } from '@/lib/format'
import { sortedBy, type Sorting } from '@/ui/column-sort'
import { EmailText } from '@/ui/email-text'
import { OneLine } from '@/ui/one-line'
import { SelectPage, SelectRow, type RowSelection } from '@/ui/select-rows'
import { ShortDate } from '@/ui/short-date'
import { StatusBadge } from '@/ui/status-badge'
import { DataTable, type Column } from '@/ui/table'
import { ClosingBadge } from './closing-badge'
import { DuplicateBadge } from './duplicate-badge'
import { ListedScore } from './listed-score'
import { UserActions, type UserHandlers } from './user-actions'

interface UsersTableProps extends UserHandlers {
  users: ListedUser[]
  isLoading: boolean
  empty: ReactNode
  selectedId: number | null
  onSelect: (user: ListedUser) => void
  /** Only what identifies a row, for a list that stands beside the selected person. */
  brief: boolean
  sorting: Sorting
  selection: RowSelection<ListedUser>
}

export function UsersTable(props: UsersTableProps) {
  const { users, isLoading, empty, selectedId, onSelect, brief, sorting, selection } = props
  const identity: Column<ListedUser>[] = [
    {
      key: 'name',
      header: 'Name',
      headerControl: <SelectPage selection={selection} />,
      sort: sortedBy(sorting, { ascending: 'name' }),
      className: brief ? 'w-full max-w-0' : 'w-2/5 max-w-0',
      cell: (user) => (
        <SelectRow row={user} name={fullName(user)} selection={selection}>
          <button
            type="button"
            className="link flex max-w-full items-center text-left font-medium pointer-coarse:min-h-11"
            onClick={() => onSelect(user)}
          >
            <OneLine text={fullName(user)} />
          </button>
        </SelectRow>
      ),
    },
  ]
  const contact: Record<ContactField, Column<ListedUser>> = {
    email: {
      key: 'email',
      header: 'Email',
      isSecondary: true,
      className: 'w-3/5 max-w-0',
      cell: (user) => (
        <OneLine text={user.email}>
          <EmailText email={user.email} />
        </OneLine>
      ),
    },
    phoneNumber: {
      key: 'phone',
      header: 'Phone',
      isSecondary: true,
      cell: (user) => (
        <span className="figures whitespace-nowrap">{formatPhone(user.phoneNumber)}</span>
      ),
    },
  }
  const state: Column<ListedUser>[] = [
    {
      key: 'status',
      header: 'Status',
      cell: (user) => (
        <span className="inline-flex flex-wrap gap-1.5">
          <span className="inline-flex gap-1.5">
            <StatusBadge status={user.status} />
            <DuplicateBadge user={user} />
          </span>
          <ClosingBadge user={user} />
        </span>
      ),
    },
    {
      key: 'score',
      header: 'Score',
      sort: sortedBy(sorting, { descending: 'score' }),
      isSecondary: true,
      cell: (user) => <ListedScore creditScore={user.creditScore} />,
    },
    {
      key: 'registered',
      header: 'Registered',
      sort: sortedBy(sorting, { ascending: 'oldest', descending: 'newest' }),
      cell: (user) => (
        <ShortDate day={formatDate(user.createdAt)} full={formatDateTime(user.createdAt)} />
      ),
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
      columns={
        brief
          ? // The score stands in the panel beside it.
            [...identity, ...state.filter(({ key }) => key !== 'score')]
          : [...identity, ...Object.values(contact), ...state, actions]
      }
      rows={users}
      rowKey={(user) => user.id}
      caption="Users"
      loading={isLoading}
      empty={empty}
      selectedKey={selectedId}
      oneLine={brief ? 'always' : true}
    />
  )
}
