import { CircleAlert, CirclePause, Clock } from 'lucide-react'
import { promisedHours } from '@shared/program-time'
import type { ListedUser } from '@shared/users'
import { formatDate, formatDateTime, formatHours, formatWait, hoursSince } from '@/lib/format'
import { cx } from '@/ui/class-names'
import { ShortDate } from '@/ui/text'

/** When someone registered; of a person who waits for a decision, for how long. */
export function Registered({ user }: { user: ListedUser }) {
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

/** By the promise of when a decision is made, the latest first. */
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
