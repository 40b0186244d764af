import { useQuery } from '@tanstack/react-query'
import type { CalendarEntry } from '@shared/match-desk'
import { formatClock, formatMeetingDay, hourIn } from '@shared/meeting-time'
import { programDayOf, programZone } from '@shared/program-time'
import { matchCalendarQuery } from '@/features/matches/admin-api'
import { useNow } from '@/features/matches/match-times'
import { MatchBadge } from '@/features/matches/match-words'
import { dayMs, startOfProgramDay } from '@/lib/days'
import { useAddress } from '@/lib/use-address'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { Loaded } from '@/ui/loaded'

const shownDays = 14

/** '2026-12-01', so many days later. */
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** In the program's zone. */
const startOf = (day: string): Date => startOfProgramDay(day) ?? new Date(day)

/** Two weeks of what is booked and offered, day by day, in the program's zone. */
export function MatchCalendar({ onOpen }: { onOpen: (id: number) => void }) {
  const address = useAddress()
  const today = programDayOf(new Date(useNow()))
  const asked = address.get('from')
  const from = startOfProgramDay(asked) ? asked : today
  const to = addDays(from, shownDays)
  const calendar = useQuery(matchCalendarQuery(startOf(from), startOf(to)))

  function show(day: string) {
    address.set({ from: day === today ? '' : day })
  }

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto text-xl">
          {formatDay(from)} – {formatDay(addDays(to, -1))}
        </h2>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" onClick={() => show(addDays(from, -shownDays))}>
            Earlier
          </Button>
          {from === today ? null : (
            <Button size="sm" variant="secondary" onClick={() => show(today)}>
              Today
            </Button>
          )}
          <Button size="sm" variant="secondary" onClick={() => show(addDays(from, shownDays))}>
            Later
          </Button>
        </div>
      </div>
      <p className="text-sm text-muted">
        Times are in Eastern Time.{' '}
        <span className="hidden xl:inline">Solid: booked. Dashed: offered.</span>
      </p>
      <Loaded query={calendar} what="The calendar" skeleton="h-96" isQuiet>
        {(entries) => {
          const hours = listHours(entries)
          return (
            <div className="overflow-hidden rounded-xl border bg-white">
              {[0, 7].map((first) => (
                <div key={first} className={cx('xl:flex', first > 0 && 'border-t')}>
                  <HourAxis hours={hours} />
                  <ol className="min-w-0 flex-1 xl:grid xl:grid-cols-7">
                    {Array.from({ length: 7 }, (_, index) => addDays(from, first + index)).map(
                      (day) => (
                        <CalendarDay
                          key={day}
                          day={day}
                          firstHour={hours[0] ?? 0}
                          entries={entries.filter((entry) => dayOf(entry) === day)}
                          onOpen={onOpen}
                        />
                      ),
                    )}
                  </ol>
                </div>
              ))}
            </div>
          )
        }}
      </Loaded>
    </div>
  )
}

const dayOf = ({ startsAt }: CalendarEntry) => programDayOf(new Date(startsAt))

const hourOf = (at: string) => hourIn(new Date(at), programZone)

/** Office hours, and whatever is planned before or after them. */
function listHours(entries: readonly CalendarEntry[]): number[] {
  const starts = entries.map(({ startsAt }) => Math.floor(hourOf(startsAt)))
  const [first, last] = [Math.min(9, ...starts), Math.max(16, ...starts)]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Each time says its own; on a narrow window the days are lists. */
const HourAxis = ({ hours }: { hours: readonly number[] }) => (
  <div aria-hidden="true" className="hidden w-14 shrink-0 auto-rows-[1.75rem] pt-9 xl:grid">
    {hours.map((hour) => (
      <span key={hour} className="figures row-span-2 pr-2 text-right text-xs text-muted">
        {`${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`}
      </span>
    ))}
  </div>
)

const formatDay = (day: string): string => formatMeetingDay(startOf(day), programZone)

interface CalendarDayProps {
  day: string
  /** The hour at the top. */
  firstHour: number
  entries: readonly CalendarEntry[]
  onOpen: (id: number) => void
}

function CalendarDay({ day, firstHour, entries, onOpen }: CalendarDayProps) {
  const groups = groupByStart(entries)
  return (
    <li
      className={cx(
        'grid gap-x-4 gap-y-1 border-t px-4 py-3 first:border-t-0 sm:grid-cols-[7rem_minmax(0,1fr)]',
        'xl:block xl:min-w-0 xl:border-t-0 xl:border-l xl:p-0',
        groups.length === 0 && 'grid-cols-[7rem_minmax(0,1fr)]',
      )}
    >
      <h3 className="font-sans text-base font-medium xl:h-9 xl:p-2 xl:text-center xl:text-sm">
        {formatDay(day)}
      </h3>
      {groups.length === 0 ? (
        <p className="text-muted xl:sr-only">Nothing planned</p>
      ) : (
        <ul aria-label={formatDay(day)} className="grid gap-2 xl:auto-rows-[1.75rem] xl:gap-0">
          {groups.map((group) => (
            <Group key={group[0].startsAt} group={group} firstHour={firstHour} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </li>
  )
}

type EntryGroup = [CalendarEntry, ...CalendarEntry[]]

/** A meeting by itself, or all that is offered at a time; what is booked can't be taken by an offer any more. */
function groupByStart(entries: readonly CalendarEntry[]): EntryGroup[] {
  const booked = entries.filter(({ isBooked }) => isBooked)
  const isTaken = (offer: CalendarEntry) =>
    booked.some(({ startsAt, endsAt }) => startsAt < offer.endsAt && offer.startsAt < endsAt)
  const groups = new Map<string, EntryGroup>()
  for (const entry of entries) {
    if (!entry.isBooked && isTaken(entry)) continue
    const group = groups.get(entry.startsAt)
    if (group) group.push(entry)
    else groups.set(entry.startsAt, [entry])
  }
  return [...groups.values()]
}

interface GroupProps extends Pick<CalendarDayProps, 'firstHour' | 'onOpen'> {
  group: EntryGroup
}

function Group({ group, firstHour, onOpen }: GroupProps) {
  const [{ startsAt, endsAt, isBooked }] = group
  const halfHours = Math.ceil((Date.parse(endsAt) - Date.parse(startsAt)) / 1_800_000)
  const row = Math.floor((hourOf(startsAt) - firstHour) * 2) + 1
  const pairs = group.map(({ matchId, partner, entrepreneur }) => (
    <button
      key={matchId}
      type="button"
      className={cx(
        'link block max-w-full text-left wrap-anywhere pointer-coarse:min-h-11 xl:text-xs xl:leading-4',
        group.length === 1 && !isBooked && 'xl:truncate',
      )}
      onClick={() => onOpen(matchId)}
    >
      {partner} and {entrepreneur}
    </button>
  ))
  return (
    <li
      style={{ gridRow: `${row} / span ${isBooked ? halfHours : 1}` }}
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-1 max-xl:row-auto! xl:relative xl:m-px xl:rounded-sm xl:border xl:px-1.5 xl:py-0.5',
        isBooked
          ? 'xl:items-start xl:overflow-hidden xl:border-evergreen xl:bg-success-surface'
          : 'xl:border-dashed xl:border-control xl:bg-white',
      )}
    >
      <span className="figures whitespace-nowrap xl:sr-only">{formatClocks(startsAt, endsAt)}</span>
      {group.length === 1 ? (
        pairs
      ) : (
        <details className="min-w-0">
          <summary className="cursor-pointer pointer-coarse:py-2.5 xl:text-xs">
            {group.length} offers
          </summary>
          <div className="grid gap-1 xl:absolute xl:inset-x-0 xl:top-full xl:z-10 xl:border xl:bg-white xl:p-2 xl:shadow-overlay">
            {pairs}
          </div>
        </details>
      )}
      <span className="xl:sr-only">
        {isBooked ? <MatchBadge state="booked" /> : <Badge tone="neutral">Offered</Badge>}
      </span>
    </li>
  )
}

/** '2:00 PM – 2:45 PM EST'. */
function formatClocks(startsAt: string, endsAt: string): string {
  const [start, end] = [startsAt, endsAt].map((at) => formatClock(new Date(at), programZone))
  return `${start?.replace(/ \S+$/, '')} – ${end}`
}
