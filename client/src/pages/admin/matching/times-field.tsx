import { useQuery } from '@tanstack/react-query'
import { TriangleAlert, X } from 'lucide-react'
import { useId, useState, type Ref } from 'react'
import { matchCalendarQuery, meetingSettingsQuery } from '@/features/matches/admin-api'
import { useNow } from '@/features/matches/match-times'
import { inEasternTime } from '@/features/matches/match-words'
import { IconButton } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { formatMeetingDay } from '@shared/meeting-time'
import { programZone } from '@shared/program-time'
import { FieldError, FieldHint } from '@/ui/field'
import { LoadError, Skeleton } from '@/ui/loaded'
import { describeSlot, listStarts, localTime, type Attendee } from './grid-times'
import { TimeGrid } from './time-grid'

/** The times of a form, as `useController` holds them. */
interface TimesControl {
  field: {
    value: readonly string[]
    onChange: (times: string[]) => void
    ref: Ref<HTMLDivElement>
  }
  fieldState: { error?: { message?: string } }
}

interface TimesFieldProps {
  label: string
  hint: string
  control: TimesControl
  most: number
  /** The partner, and the entrepreneur once one is chosen. */
  attendees: readonly Attendee[]
  /** By when a meeting was promised. */
  meetBy?: Date | null | undefined
  /** The introduction that is moved: its own times are free. */
  matchId?: number
  withToday?: boolean
}

/** Chooses times from the grid, and says how late or early each would be for those who meet. */
export function TimesField(props: TimesFieldProps) {
  const { label, hint, control, most, attendees, matchId, withToday = false, meetBy } = props
  const { value, onChange, ref } = control.field
  const id = useId()
  const now = new Date(useNow())
  const [starts] = useState(() => listStarts(now, withToday))
  const settings = useQuery(meetingSettingsQuery)
  const calendar = useQuery(matchCalendarQuery(...spanOf(starts)))
  const [isFull, setIsFull] = useState(false)

  function paint(times: readonly string[], isChoosing: boolean, before: readonly string[]) {
    const others = before.filter((at) => !times.includes(at))
    const wanted = isChoosing ? [...others, ...times] : others
    setIsFull(most > 1 && wanted.length > most)
    onChange((most === 1 ? wanted.slice(-1) : wanted.slice(0, most)).toSorted())
  }

  const problem = isFull
    ? `You can choose at most ${most} times.`
    : control.fieldState.error?.message
  return (
    <div
      ref={ref}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={cx(problem && `${id}-error`, `${id}-hint`)}
      className="min-w-0 scroll-my-6"
    >
      <p id={`${id}-label`} className="text-sm font-medium">
        {label}
      </p>
      <FieldHint id={`${id}-hint`}>
        {hint}
        {meetBy
          ? ` ${meetBy < now ? 'The promised date was' : 'Meet by'} ${formatMeetingDay(meetBy, programZone)}.`
          : null}
      </FieldHint>
      <div className="mt-2">
        {settings.data && calendar.data ? (
          <TimeGrid
            days={starts.map((day) =>
              day.map((start) =>
                describeSlot(start, {
                  now,
                  minutes: settings.data.minutes,
                  entries: calendar.data.filter((entry) => entry.matchId !== matchId),
                  attendees,
                }),
              ),
            )}
            chosen={value}
            zones={listZones(attendees)}
            onPaint={paint}
          />
        ) : settings.isError || calendar.isError ? (
          <LoadError
            what="The calendar"
            onRetry={() => Promise.all([settings.refetch(), calendar.refetch()])}
          />
        ) : (
          <Skeleton className="h-96" />
        )}
      </div>
      <FieldError id={`${id}-error`} error={problem} />
    </div>
  )
}

/** The clocks that times are chosen by: the host's and the entrepreneur's. */
const listZones = ([, entrepreneur]: readonly Attendee[]) => [
  ...new Set([programZone, entrepreneur?.timeZone ?? programZone]),
]

/** From the first time to the last, with room for how long a meeting takes. */
function spanOf(starts: readonly Date[][]): [Date, Date] {
  const first = starts[0]?.[0] ?? new Date()
  const last = starts.at(-1)?.at(-1) ?? first
  const roomMs = 4 * 3_600_000
  return [new Date(first.getTime() - roomMs), new Date(last.getTime() + roomMs)]
}

/** Beside the button that sends them: what each would be for those who meet. */
export function ChosenTimes(props: { control: TimesControl; attendees: readonly Attendee[] }) {
  const { control, attendees } = props
  const { value: times, onChange } = control.field
  if (times.length === 0) return null
  return (
    <ul aria-label="Chosen times" className="grid max-h-36 w-full gap-1 overflow-y-auto">
      {times.map((at) => (
        <li key={at} className="flex items-center gap-2 rounded-md border bg-white pr-1 pl-3">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
            <p className="figures font-medium">{inEasternTime(at)}</p>
            <p className="figures flex flex-wrap gap-x-4 text-sm">
              {attendees.map((attendee) => {
                const { text, isOdd } = localTime(at, attendee)
                return (
                  <span
                    key={attendee.name}
                    className={cx(
                      'inline-flex items-center gap-1.5',
                      isOdd ? 'rounded-sm bg-warning-surface px-1.5 text-warning' : 'text-muted',
                    )}
                  >
                    {isOdd ? <TriangleAlert className="size-3.5" /> : null}
                    <span>{text}</span>
                  </span>
                )
              })}
            </p>
          </div>
          <IconButton
            label={`Remove ${inEasternTime(at)}`}
            icon={<X />}
            onClick={() => onChange(times.filter((one) => one !== at))}
          />
        </li>
      ))}
    </ul>
  )
}
