import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Overview } from '@shared/overview'
import { promisedHours } from '@shared/program-time'
import { formatWait, hoursSince, formatCount } from '@/lib/format'
import { paths, withQuery } from '@/lib/paths'
import { buttonClass, underThumb } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { keepClear } from '@/ui/keep-clear'

/** The day's work: the people who wait for a decision first, then whatever else there is, and nothing that is zero. */
export function TodoList({ overview }: { overview: Overview }) {
  return (
    <section aria-label="To do" className="overflow-hidden rounded-xl border bg-white">
      <People pending={overview.pending} />
      <ul aria-label="Also to do" className="empty:hidden">
        {listOthers(overview).map(({ count, one, many, path, isUrgent }) => (
          <li
            key={one}
            className="relative flex min-h-11 items-center gap-2.5 border-t px-4 py-2 hover:bg-sand-light md:px-5"
          >
            <Link href={path} className="link after:absolute after:inset-0">
              {`${formatCount(count)} ${count === 1 ? one : many}`}
            </Link>
            {isUrgent ? (
              <TriangleAlert strokeWidth={1.75} className="size-4.5 shrink-0 text-warning" />
            ) : null}
          </li>
        ))}
      </ul>
      <p className="flex min-h-11 items-center gap-2 border-t px-4 py-2 text-muted md:px-5">
        <CircleCheck strokeWidth={1.75} className="size-4.5 shrink-0 text-success" />
        <span>Nothing else needs you.</span>
      </p>
    </section>
  )
}

function People({ pending }: Pick<Overview, 'pending'>) {
  const { count, overdue, oldest, asked, snoozed } = pending
  const waiting = { status: 'pending', sort: 'oldest' }
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-3 p-4 md:p-5',
        overdue > 0 && 'bg-warning-surface',
      )}
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="figures font-display text-xl md:text-2xl">{describeWaiting(pending)}</p>
        {overdue > 0 ? (
          <p className="mt-1 text-sm text-warning">{describeOverdue(overdue)}</p>
        ) : null}
        {asked > 0 ? (
          <Apart status="asked">
            {asked === 1 ? '1 person owes' : `${formatCount(asked)} people owe`} you an answer
          </Apart>
        ) : null}
        {snoozed.count > 0 ? <Apart status="snoozed">{describeSnoozed(snoozed)}</Apart> : null}
      </div>
      {count > 0 ? (
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
          <Link
            href={withQuery(paths.adminUsers, waiting)}
            className={buttonClass({ variant: 'secondary' })}
          >
            Show All
          </Link>
          <Link
            href={withQuery(paths.adminUsers, {
              ...waiting,
              open: oldest ? String(oldest.id) : '',
            })}
            ref={keepClear}
            className={buttonClass({ className: underThumb })}
          >
            Review Next
          </Link>
        </div>
      ) : null}
    </div>
  )
}

function describeWaiting({ count, oldest }: Overview['pending']): string {
  if (count === 0) return 'No one is waiting for a decision.'
  const people = count === 1 ? '1 person waiting' : `${formatCount(count)} people waiting`
  return oldest ? `${people}, oldest ${formatWait(hoursSince(oldest.since))}` : people
}

/** A link to people who are not in the queue. */
const Apart = ({ status, children }: { status: string; children: ReactNode }) => (
  <Link
    href={withQuery(paths.adminUsers, { status })}
    className="link mt-1 mr-4 inline-flex items-center text-sm pointer-coarse:min-h-11"
  >
    {children}
  </Link>
)

const describeSnoozed = ({ count, overdue }: Overview['pending']['snoozed']): string =>
  `${count === 1 ? '1 person is' : `${formatCount(count)} people are`} set aside${overdue > 0 ? `, ${formatCount(overdue)} of them over ${promisedHours.to} hours` : ''}`

const describeOverdue = (overdue: number): string =>
  `${overdue === 1 ? '1 person has' : `${formatCount(overdue)} people have`} waited over ${promisedHours.to} hours. We promise ${promisedHours.from} to ${promisedHours.to} hours.`

/** Each leads to the list that it counts. */
function listOthers(overview: Overview) {
  const { unread, introductions, failedMails, emailChanges, bouncedEmails, money, quarantined } =
    overview
  return [
    {
      count: unread.messages,
      one: 'unread message',
      many: 'unread messages',
      path: withQuery(paths.adminMessages, { status: 'new' }),
    },
    {
      count: unread.referrals,
      one: 'unread referral',
      many: 'unread referrals',
      path: withQuery(paths.adminMessages, { tab: 'referrals', status: 'new' }),
    },
    {
      count: introductions.needYou,
      one: 'introduction that needs you',
      many: 'introductions that need you',
      path: paths.adminMatching,
    },
    {
      count: introductions.waiting,
      one: 'partner waiting for a match',
      many: 'partners waiting for a match',
      path: paths.adminMatching,
      isUrgent: introductions.overdue > 0,
    },
    {
      count: failedMails,
      one: 'email that failed',
      many: 'emails that failed',
      path: withQuery(paths.adminEmail, { tab: 'outbox', status: 'failed' }),
      isUrgent: true,
    },
    {
      count: emailChanges,
      one: 'new email to confirm',
      many: 'new emails to confirm',
      path: withQuery(paths.adminUsers, { emailChange: 'waiting' }),
    },
    {
      count: bouncedEmails,
      one: 'person whose email bounced',
      many: 'people whose email bounced',
      path: withQuery(paths.adminUsers, { email: 'bounced' }),
      isUrgent: true,
    },
    {
      count: money.held,
      one: 'reward on hold',
      many: 'rewards on hold',
      path: withQuery(paths.adminReferrals, { status: 'held' }),
    },
    {
      count: money.drafts,
      one: 'payout run to approve',
      many: 'payout runs to approve',
      path: paths.adminPayouts,
    },
    {
      count: quarantined.waiting,
      one: 'document waiting for a virus check',
      many: 'documents waiting for a virus check',
      path: withQuery(paths.adminReports, { quarantine: 'waiting' }),
    },
    {
      count: quarantined.infected,
      one: 'document with a virus, removed',
      many: 'documents with a virus, removed',
      path: withQuery(paths.adminReports, { quarantine: 'infected' }),
      isUrgent: true,
    },
  ].filter(({ count }) => count > 0)
}
