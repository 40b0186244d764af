import { AtSign, CalendarX2, CircleAlert, CirclePause, Clock, MailX, Trash2 } from 'lucide-react'
import type { ContactField } from '@shared/accounts'
import { formatBusinessDay } from '@shared/business-days'
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
import type { Verdicts } from './duplicates-api'
import { cx } from '@/ui/class-names'
import { ShortDate } from '@/ui/text'

interface UsersContext extends ListContext<ListedUser>, UserHandlers {
  verdicts: Verdicts
  /** Whether all rows have one status, which the filter says. */
  isOfStatus: boolean
  /** Ids of people whose email bounced. */
  bounces: ReadonlySet<number>
}

export function usersColumns(context: UsersContext): Column<ListedUser>[] {
  const { isOfStatus, isCompact, sorting, selection, onOpen, verdicts, bounces } = context
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
    isBrief: true,
    sort: sortedBy(sorting, { descending: 'score' }),
    cell: (user) => (
      <span className="inline-flex gap-1.5 stacked:flex-wrap">
        <ListedVerdict verdict={verdicts(user)} />
        <UserMarks user={user} isBounced={bounces.has(user.id)} />
      </span>
    ),
  }
  const status: Column<ListedUser> = {
    header: 'Status',
    isBrief: true,
    cell: (user) =>
      user.isReferrer && user.status === 'pending' ? (
        <Badge>Referrer</Badge>
      ) : (
        <StatusBadge status={user.status} isIcon={isCompact} />
      ),
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
    ...(isOfStatus ? [] : [status]),
    score,
    {
      header: 'Registered',
      isBrief: true,
      sort: sortedBy(sorting, { ascending: 'oldest', descending: 'newest' }),
      cell: (user) => <Registered user={user} />,
    },
    actionsColumn((user) => <UserActions {...context} user={user} />),
  ]
}

/** The score, or what there is instead; what speaks against them as a sign, in words for pointers and screen readers. */
function ListedVerdict({ verdict = [] }: { verdict: ReturnType<Verdicts> }) {
  const [first, ...others] = verdict
  if (!first) return <span className="min-w-8 text-muted">–</span>
  const words = verdict.map(({ text }) => text).join(', ')
  return (
    <span className="figures inline-flex items-center gap-1.5 whitespace-nowrap" title={words}>
      <span aria-hidden="true" className="min-w-8">
        {/^\d+|^\w+/.exec(first.text)}
      </span>
      {[first, ...others].some(({ isWarning }) => isWarning) ? (
        <CircleAlert aria-hidden="true" className="size-4 text-warning" strokeWidth={2} />
      ) : null}
      <span className="sr-only">{words}</span>
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
  user: Pick<ListedUser, 'phoneNumber' | 'newEmail' | 'closesAt' | 'askedAt' | 'snoozedUntil'>
  isBounced: boolean
}

/** Marks in addition to the verdict. */
function UserMarks({ user, isBounced }: UserMarksProps) {
  const { newEmail, closesAt, askedAt, snoozedUntil } = user
  return (
    <>
      {isBounced ? <RowMark icon={MailX} text="Email bounced" /> : null}
      {newEmail ? <RowMark icon={AtSign} text="Wants to change their email" /> : null}
      <AskedMark askedAt={askedAt} />
      {snoozedUntil ? (
        <RowMark
          icon={CirclePause}
          text={`Set aside until ${formatBusinessDay(new Date(snoozedUntil))}`}
        />
      ) : null}
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
