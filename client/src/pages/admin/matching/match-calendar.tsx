import { useQuery } from '@tanstack/react-query'
import type { CalendarEntry } from '@shared/match-calendar'
import { formatClock, formatMeetingDay } from '@shared/meeting-time'
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
      <p className="text-sm text-muted">Times are in Eastern Time.</p>
      <Loaded query={calendar} what="The calendar" skeleton="h-96" isQuiet>
        {(entries) => (
          <ol className="rounded-xl border bg-white">
            {Array.from({ length: shownDays }, (_, index) => addDays(from, index)).map((day) => (
              <CalendarDay
                key={day}
                day={day}
                entries={entries.filter(({ startsAt }) => programDayOf(new Date(startsAt)) === day)}
                onOpen={onOpen}
              />
            ))}
          </ol>
        )}
      </Loaded>
    </div>
  )
}

const formatDay = (day: string): string => formatMeetingDay(startOf(day), programZone)

interface CalendarDayProps {
  day: string
  entries: readonly CalendarEntry[]
  onOpen: (id: number) => void
}

function CalendarDay({ day, entries, onOpen }: CalendarDayProps) {
  return (
    <li
      className={cx(
        'grid gap-x-4 gap-y-1 border-t px-4 py-3 first:border-t-0 sm:grid-cols-[7rem_minmax(0,1fr)]',
        entries.length === 0 && 'grid-cols-[7rem_minmax(0,1fr)]',
      )}
    >
      <h3 className="font-sans text-base font-medium">{formatDay(day)}</h3>
      {entries.length === 0 ? (
        <p className="text-muted">Nothing planned</p>
      ) : (
        <ul aria-label={formatDay(day)} className="grid gap-2">
          {entries.map(({ matchId, partner, entrepreneur, startsAt, endsAt, isBooked }) => (
            <li
              key={`${matchId} ${startsAt}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1"
            >
              <span className="figures whitespace-nowrap">{formatClocks(startsAt, endsAt)}</span>
              <button
                type="button"
                className="link text-left wrap-anywhere pointer-coarse:min-h-11"
                onClick={() => onOpen(matchId)}
              >
                {partner} and {entrepreneur}
              </button>
              {isBooked ? <MatchBadge state="booked" /> : <Badge tone="neutral">Offered</Badge>}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

/** '2:00 PM – 2:45 PM EST'. */
function formatClocks(startsAt: string, endsAt: string): string {
  const [start, end] = [startsAt, endsAt].map((at) => formatClock(new Date(at), programZone))
  return `${start?.replace(/ \S+$/, '')} – ${end}`
}
