import type { ContactField } from '@shared/accounts'
import type { ListedUser } from '@shared/users'
import { formatDate, formatDateTime, formatPhone, fullName } from '@/lib/format'
import { Badge } from '@/ui/badge'
import { sortedBy } from '@/ui/column-sort'
import { EmailText } from '@/ui/email-text'
import type { ListedRows } from '@/ui/listed-rows'
import { OneLine } from '@/ui/one-line'
import { SelectPage, SelectRow } from '@/ui/select-rows'
import { ShortDate } from '@/ui/short-date'
import { StatusBadge } from '@/ui/status-badge'
import { DataTable, type Column } from '@/ui/table'
import { ListedScore } from './listed-score'
import { UserActions, type UserHandlers } from './user-actions'
import { UserMarks } from './user-marks'

interface UsersTableProps extends ListedRows<ListedUser>, UserHandlers {
  /** Who may be the same person as someone else. */
  duplicates: ReadonlySet<number>
}

export function UsersTable(props: UsersTableProps) {
  const { rows, onSelect, brief, sorting, selection, duplicates } = props
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
        <span className="inline-flex gap-1.5">
          {user.isReferrer && user.status === 'pending' ? (
            <Badge>Referrer</Badge>
          ) : (
            <StatusBadge status={user.status} />
          )}
          <UserMarks user={user} isDuplicate={duplicates.has(user.id)} />
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
      rows={rows}
      rowKey={(user) => user.id}
      caption="Users"
      loading={props.isLoading}
      empty={props.empty}
      selectedKey={props.selectedId}
      oneLine={brief ? 'always' : true}
    />
  )
}
