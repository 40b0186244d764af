import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import type { Overview, OverviewDay } from '@shared/overview'
import { medianOf, overviewDays, promisedHours } from '@shared/program-time'
import { credentialsOverviewQuery } from '@/features/credentials/api'
import { reviewedFilesQuery } from '@/features/files/api'
import { todaysMeetingsQuery } from '@/features/matches/admin-api'
import { overviewQuery } from '@/features/overview/api'
import { usersQuery } from '@/features/users/api'
import { describeTrouble } from '@/lib/describe-trouble'
import { formatCount, formatDay, formatHours, formatNumber } from '@/lib/format'
import { lazyPart } from '@/lib/lazy-part'
import { paths, withQuery } from '@/lib/paths'
import { useAddress } from '@/lib/use-address'
import { useQuietRefresh } from '@/lib/use-quiet-refresh'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { LoadError, Skeleton } from '@/ui/loaded'
import { PairedBars } from '@/ui/paired-bars'
import { CredentialsOverview, RecentFiles, RecentUsers } from './recent-list'
import { TodoList } from './todo-list'

// On most days there are none, and the page is drawn without.
const TodaysMeetings = lazyPart(
  () => import('@/features/matches/todays-meetings').then((part) => part.TodaysMeetings),
  () => null,
)

const recentCount = '5'

export function OverviewPage() {
  const overview = useQuery(overviewQuery)
  const meetings = useQuery(todaysMeetingsQuery)
  const isHere = TodaysMeetings.useIsHere(Boolean(meetings.data?.length))
  useQuietRefresh(() => void Promise.all([overview.refetch(), meetings.refetch()]))
  const users = useQuery(usersQuery({ limit: recentCount }))
  const files = useQuery(reviewedFilesQuery({ limit: recentCount }))
  const credentials = useQuery(credentialsOverviewQuery({ limit: recentCount }))

  // The height of the to-do list depends on what there is to do: what is below them waits, so that it never moves.
  if (overview.isPending || !meetings.isFetched || !isHere) {
    return (
      <div className="grid gap-3">
        <Skeleton className="h-32 rounded-xl" />
        <Skeleton className="h-72 rounded-xl" />
      </div>
    )
  }
  return (
    <div className="grid gap-10 max-md:pb-16">
      <TodaysMeetings query={meetings} />
      {overview.data ? (
        <div className="grid gap-3">
          <TroubleLine trouble={overview.data.trouble} />
          <TodoList overview={overview.data} />
          <Applications overview={overview.data} />
        </div>
      ) : (
        <LoadError what="The overview" onRetry={overview.refetch} />
      )}
      <ul
        aria-label="Counts"
        className="grid grid-cols-2 gap-3 md:grid-cols-6 md:*:col-span-2 md:*:nth-[n+4]:col-span-3 xl:grid-cols-5 xl:*:col-span-1 xl:*:nth-[n+4]:col-span-1"
      >
        <CountCard label="Users" count={users.data?.total} path={paths.adminUsers} />
        <CountCard label="Credit Reports" count={files.data?.total} path={paths.adminReports} />
        <CountCard
          label="Monitoring Credentials"
          count={credentials.data?.total}
          path={paths.adminCredentials}
        />
        <CountCard
          label="Entrepreneurs"
          count={overview.data?.introductions.entrepreneurs}
          path={withQuery(paths.adminMatching, { tab: 'entrepreneurs' })}
        />
        <CountCard
          label="Partner Approvals"
          count={overview.data?.introductions.succeeded}
          path={withQuery(paths.adminMatching, { tab: 'matches', status: 'succeeded' })}
          note="Both sides accepted"
        />
      </ul>
      <div className="grid gap-10 xl:grid-cols-2 xl:gap-8">
        <RecentFiles list={files} />
        <RecentUsers list={users} />
      </div>
      <CredentialsOverview list={credentials} />
    </div>
  )
}

/** The worst of what is red on the page System; nothing while all is well. */
function TroubleLine({ trouble }: Pick<Overview, 'trouble'>) {
  if (!trouble) return null
  const { others } = trouble
  const more = others > 0 ? ` ${others} more ${others === 1 ? 'problem' : 'problems'}.` : ''
  return (
    <p className="relative flex min-h-11 items-center gap-2.5 rounded-xl border border-danger/25 bg-danger-surface px-4 py-2 md:px-5">
      <TriangleAlert strokeWidth={1.75} className="size-4.5 shrink-0 text-danger" />
      <Link href={paths.adminSystem} className="link after:absolute after:inset-0">
        {describeTrouble(trouble) + more}
      </Link>
    </p>
  )
}

interface CountCardProps {
  label: string
  /** Undefined while it is loading. */
  count: number | undefined
  path: string
  note?: string
}

/** How many there are of something, in small. */
function CountCard({ label, count, path, note }: CountCardProps) {
  return (
    <li className="relative flex min-h-11 flex-col rounded-lg border bg-white px-4 py-2.5">
      <p className="text-sm text-muted">
        <Link href={path} className="hover:text-leaf after:absolute after:inset-0">
          {label}
        </Link>
      </p>
      <div className="figures text-lg">
        {count === undefined ? (
          <Skeleton className="my-1 h-5 w-12" />
        ) : (
          <span>{formatCount(count)}</span>
        )}
      </div>
      {note ? <p className="text-sm text-muted">{note}</p> : null}
    </li>
  )
}

const spans = [30, overviewDays] as const

/** Applications and decisions day by day, and how long a decision takes. */
function Applications({ overview }: { overview: Overview }) {
  const address = useAddress()
  const span = address.get('days') === String(overviewDays) ? overviewDays : spans[0]
  const days = overview.days.slice(-span)

  function show(wanted: number) {
    address.set({ days: wanted === spans[0] ? '' : String(wanted) }, { replace: true })
  }

  return (
    <Card
      className="p-4 md:p-5"
      title="Applications and Decisions"
      description={sumUp(days)}
      actions={
        <div role="group" aria-label="Days shown" className="flex gap-2">
          {spans.map((one) => (
            <Button
              key={one}
              size="sm"
              variant={one === span ? 'primary' : 'secondary'}
              aria-pressed={one === span}
              onClick={() => show(one)}
            >
              {one} Days
            </Button>
          ))}
        </div>
      }
    >
      <DaysChart days={days} caption={`Applications and decisions, last ${span} days`} />
      <p className="mt-4 border-t pt-3 text-sm text-muted">{describeMedian(overview)}</p>
    </Card>
  )
}

function sumUp(days: Overview['days']): string {
  const sum = (name: 'received' | 'decided') =>
    formatNumber(days.reduce((total, day) => total + day[name], 0))
  return `${sum('received')} received and ${sum('decided')} decided in the last ${days.length} days.`
}

function describeMedian({ median }: Overview): string {
  const promise = `We promise ${promisedHours.from} to ${promisedHours.to} hours.`
  if (!median) return `No first decisions in the last ${medianOf.days} days. ${promise}`
  const { hours, decisions } = median
  const count = `${formatNumber(decisions)} ${decisions === 1 ? 'decision' : 'decisions'}`
  const said =
    decisions < medianOf.decisions
      ? `${medianOf.days} days: ${formatHours(hours)} (${count})`
      : `newest ${count}: ${formatHours(hours)}`
  return `Median decision time, ${said}. ${promise}`
}

interface DaysChartProps {
  days: readonly OverviewDay[]
  caption: string
}

/** Applications and decisions day by day; screen readers get a table. */
function DaysChart({ days, caption }: DaysChartProps) {
  const first = days[0]
  const last = days.at(-1)

  return (
    <figure>
      <PairedBars
        pairs={days.map(({ day, received, decided }) => ({
          key: day,
          title: `${formatDay(day)}: ${received} received, ${decided} decided`,
          counts: [received, decided],
        }))}
        names={['Received', 'Decided']}
        ends={{ first: first ? formatDay(first.day) : '', last: last ? formatDay(last.day) : '' }}
      />
      {/* A table ignores the size that hides it; the box around it does not. */}
      <div className="sr-only">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Received</th>
              <th scope="col">Decided</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, received, decided }) => (
              <tr key={day}>
                <th scope="row">{formatDay(day)}</th>
                <td>{received}</td>
                <td>{decided}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
