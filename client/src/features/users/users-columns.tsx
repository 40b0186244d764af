import {
  AtSign,
  CalendarX2,
  CircleAlert,
  CirclePause,
  Clock,
  MailX,
  Trash2,
  UsersRound,
} from 'lucide-react'
import type { ContactField } from '@shared/accounts'
import type { ReviewStatus } from '@shared/review'
import type { ListedUser } from '@shared/users'
import {
  formatDate,
  formatDateTime,
  formatHours,
  formatMonthDay,
  formatPhone,
  formatWait,
  fullName,
  hoursSince,
} from '@/lib/format'
import { scoreMarkTexts } from '@shared/score-marks'
import { Badge, StatusBadge } from '@/ui/badge'
import { IconButton } from '@/ui/button'
import { sortedBy } from '@/ui/column-sort'
import {
  type ListContext,
  actionsColumn,
  emailColumn,
  figuresColumn,
  openColumn,
} from '@/ui/columns'
import { DecisionButtons } from '@/ui/decision-buttons'
import { AskedMark, RowMark, selectable } from '@/ui/row-parts'
import type { Column } from '@/ui/table'
import { promisedHours } from '@shared/program-time'
import { cx } from '@/ui/class-names'
import { ShortDate } from '@/ui/text'

interface UsersContext extends ListContext<ListedUser>, UserHandlers {
  rows: readonly ListedUser[]
  /** Ids of people who may be the same person as someone else. */
  duplicates: ReadonlySet<number>
  /** Ids of people whose email bounced. */
  bounces: ReadonlySet<number>
}

export function usersColumns(context: UsersContext): Column<ListedUser>[] {
  const { rows, isCompact, sorting, selection, onOpen, duplicates, bounces } = context
  const contact: Record<ContactField, Column<ListedUser>> = {
    email: emailColumn({
      header: 'Email',
      isSecondary: true,
      className: 'w-3/5 max-w-0',
      value: ({ email }) => email,
    }),
    phoneNumber: figuresColumn({
      header: 'Phone',
      isSecondary: true,
      value: ({ phoneNumber }) => formatPhone(phoneNumber),
    }),
  }
  const score: Column<ListedUser> = {
    header: 'Score',
    sort: sortedBy(sorting, { descending: 'score' }),
    isSecondary: true,
    cell: (user) => <ListedScore creditScore={user.creditScore} />,
  }
  return [
    selectable(
      selection,
      fullName,
      openColumn({
        header: 'Name',
        isBrief: true,
        sort: sortedBy(sorting, { ascending: 'name' }),
        className: isCompact ? 'w-full max-w-0' : 'w-2/5 max-w-0',
        name: fullName,
        onOpen,
      }),
    ),
    ...Object.values(contact),
    {
      header: 'Status',
      isBrief: true,
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
    ...(rows.some(({ creditScore }) => creditScore) ? [score] : []),
    {
      header: 'Registered',
      isBrief: true,
      sort: sortedBy(sorting, { ascending: 'oldest', descending: 'newest' }),
      cell: (user) => <Registered user={user} />,
    },
    actionsColumn((user) => <UserActions {...context} user={user} />),
  ]
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

/** Nothing of a referrer's is there to approve. */
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

/** Marks in addition to the status. */
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

/** The day someone registered; for a person who waits for a decision, how long they have waited. */
function Registered({ user }: { user: ListedUser }) {
  const full = formatDateTime(user.createdAt)
  if (user.status !== 'pending' || user.isReferrer)
    return <ShortDate day={formatDate(user.createdAt)} full={full} />
  const hours = countWaited(user)
  const {
    icon: Icon,
    words,
    look,
  } = user.askedAt ? paused : (lateness.find(({ from }) => hours >= from) ?? onTime)
  return (
    <span
      title={`Registered ${full}`}
      className="figures inline-flex items-center gap-1.5 whitespace-nowrap stacked:flex-wrap stacked:whitespace-normal"
    >
      <span aria-hidden="true" className={cx('inline-flex items-center gap-1', look)}>
        {Icon ? <Icon className="size-3.5" strokeWidth={2} /> : null}
        <span>{formatWait(hours)}</span>
      </span>
      <span aria-hidden="true" className="hidden text-muted stacked:inline">
        {full}
      </span>
      <span className="sr-only">{`Waiting ${formatHours(hours)}${words}. Registered ${full}.`}</span>
    </span>
  )
}

/** In hours, without the time in which we wait for them. */
const countWaited = ({ createdAt, askedAt, waitedOnThem = 0 }: ListedUser) =>
  hoursSince(createdAt) - (askedAt ? hoursSince(askedAt) : 0) - waitedOnThem / 3600

const paused = { icon: CirclePause, words: ', paused until they answer', look: 'text-muted' }
const onTime = { icon: null, words: '', look: '' }

/** Thresholds of the 24–48 h promise, largest first. */
const lateness = [
  {
    from: promisedHours.to,
    icon: CircleAlert,
    words: `, longer than ${promisedHours.to} hours`,
    look: 'font-medium text-danger',
  },
  {
    from: promisedHours.from,
    icon: Clock,
    words: `, longer than ${promisedHours.from} hours`,
    look: 'font-medium text-warning',
  },
]
