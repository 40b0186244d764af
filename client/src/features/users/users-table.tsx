import { CircleAlert, Trash2, AtSign, CalendarX2, MailX, UsersRound } from 'lucide-react'
import type { ContactField } from '@shared/accounts'
import type { ReviewStatus } from '@shared/review'
import type { ListedUser } from '@shared/users'
import { formatPhone, fullName, formatMonthDay } from '@/lib/format'
import { scoreMarkTexts } from '@/lib/score-mark-texts'
import { Badge } from '@/ui/badge'
import { IconButton } from '@/ui/button'
import { sortedBy } from '@/ui/column-sort'
import { DecisionButtons } from '@/ui/decision-buttons'
import { ListedEmail } from '@/ui/email-text'
import type { ListedRows } from '@/ui/listed-rows'
import { OneLine } from '@/ui/one-line'
import { AskedMark, RowMark } from '@/ui/row-mark'
import { SelectPage, SelectRow } from '@/ui/select-rows'
import { StatusBadge } from '@/ui/status-badge'
import { DataTable, type Column } from '@/ui/table'
import { Registered } from './registered'

interface UsersTableProps extends ListedRows<ListedUser>, UserHandlers {
  /** Who may be the same person as someone else. */
  duplicates: ReadonlySet<number>
  /** Whose email bounced. */
  bounces: ReadonlySet<number>
}

export function UsersTable(props: UsersTableProps) {
  const { rows, onSelect, brief, sorting, selection, duplicates, bounces } = props
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
      cell: (user) => <ListedEmail email={user.email} />,
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
        <span className="inline-flex gap-1.5 stacked:flex-wrap">
          {user.isReferrer && user.status === 'pending' ? (
            <Badge>Referrer</Badge>
          ) : (
            <StatusBadge status={user.status} />
          )}
          <UserMarks
            user={user}
            isDuplicate={duplicates.has(user.id)}
            isBounced={bounces.has(user.id)}
          />
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
      cell: (user) => <Registered user={user} />,
    },
  ]
  // The panel beside the list shows the score.
  const hasScores = !brief && rows.some(({ creditScore }) => creditScore)
  const shownState = state.filter(({ key }) => key !== 'score' || hasScores)
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
          ? [...identity, ...shownState]
          : [...identity, ...Object.values(contact), ...shownState, actions]
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

/** A person's confirmed score; its marks as a sign, in words for pointers and screen readers. */
function ListedScore({ creditScore }: Pick<ListedUser, 'creditScore'>) {
  if (!creditScore) return <span className="text-muted">–</span>
  const { score, marks } = creditScore
  const words = marks.map((mark) => scoreMarkTexts[mark]).join(', ')
  return (
    <span className="figures inline-flex items-center gap-1.5 whitespace-nowrap" title={words}>
      <span>{score}</span>
      {words ? (
        <>
          <CircleAlert aria-hidden="true" className="size-4 text-warning" strokeWidth={2} />
          <span className="sr-only">{words}</span>
        </>
      ) : null}
    </span>
  )
}

interface UserHandlers {
  /** The users with a request in flight. */
  busyIds: ReadonlySet<number>
  onDecide: (user: ListedUser, status: ReviewStatus) => void
  onDelete: (user: ListedUser) => void
}

interface UserActionsProps extends UserHandlers {
  user: ListedUser
}

/** What the administrator can do with a person; nothing of a referrer's is there to approve. */
function UserActions({ user, busyIds, onDecide, onDelete }: UserActionsProps) {
  const isBusy = busyIds.has(user.id)
  const name = fullName(user)
  return (
    <div className="flex items-center gap-2 whitespace-nowrap stacked:flex-wrap">
      <DecisionButtons
        name={name}
        status={user.status}
        isBusy={isBusy}
        onDecide={(decision) => onDecide(user, decision)}
        canApprove={!user.isReferrer}
        isCompact
      />
      {/* Apart from the decision, so that it isn’t pressed by mistake. */}
      <IconButton
        className="ml-auto pointer-fine:size-8!"
        label={`Delete ${name}`}
        icon={<Trash2 />}
        disabled={isBusy}
        onClick={() => onDelete(user)}
      />
    </div>
  )
}

interface UserMarksProps {
  user: Pick<ListedUser, 'phoneNumber' | 'newEmail' | 'closesAt' | 'askedAt'>
  /** Whether they may have another account; the panel says which, and why. */
  isDuplicate: boolean
  isBounced: boolean
}

/** What the administrator should know about a person in addition to the status. */
function UserMarks({ user, isDuplicate, isBounced }: UserMarksProps) {
  const { newEmail, closesAt, askedAt } = user
  return (
    <>
      {isDuplicate ? <RowMark icon={UsersRound} text="Same person?" /> : null}
      {isBounced ? <RowMark icon={MailX} text="Email bounced" /> : null}
      {newEmail ? <RowMark icon={AtSign} text="Wants to change their email" /> : null}
      <AskedMark askedAt={askedAt} />
      {closesAt ? (
        <RowMark icon={CalendarX2} text={`Closes on ${formatMonthDay(closesAt)}`} />
      ) : null}
    </>
  )
}
