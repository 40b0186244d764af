import { useQuery } from '@tanstack/react-query'
import { TriangleAlert, X } from 'lucide-react'
import { useId, useState, type Ref } from 'react'
import { matchCalendarQuery, meetingSettingsQuery } from '@/features/matches/admin-api'
import { useNow } from '@/features/matches/match-times'
import { inEasternTime } from '@/features/matches/match-words'
import { IconButton } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { FieldError, FieldHint } from '@/ui/field'
import { LoadError, Skeleton } from '@/ui/loaded'
import { describeSlot, listStarts, localTime, type Attendee } from './grid-times'
import { TimeGrid } from './time-grid'

interface TimesFieldProps {
  label: string
  hint: string
  value: readonly string[]
  onChange: (times: string[]) => void
  error: string | undefined
  /** Takes the focus when something is. */
  focusRef: Ref<HTMLDivElement>
  most: number
  attendees: readonly Attendee[]
  /** The introduction that is moved: its own times are free. */
  matchId?: number
  withToday?: boolean
}

/** Chooses times from the grid, and says how late or early each would be for those who meet. */
export function TimesField(props: TimesFieldProps) {
  const { label, hint, value, onChange, error, focusRef, most, attendees } = props
  const { matchId, withToday = false } = props
  const id = useId()
  const now = new Date(useNow())
  const [starts] = useState(() => listStarts(now, withToday))
  const settings = useQuery(meetingSettingsQuery)
  const calendar = useQuery(matchCalendarQuery(...spanOf(starts)))
  const [isFull, setIsFull] = useState(false)

  function handleToggle(at: string) {
    const isChosen = value.includes(at)
    const isOneTooMany = !isChosen && most > 1 && value.length >= most
    setIsFull(isOneTooMany)
    if (isOneTooMany) return
    const others = value.filter((one) => one !== at)
    if (isChosen) onChange(others)
    else onChange(most === 1 ? [at] : [...others, at].toSorted())
  }

  const problem = isFull ? `You can choose at most ${most} times.` : error
  return (
    <div
      ref={focusRef}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={cx(problem && `${id}-error`, `${id}-hint`)}
      className="min-w-0 scroll-my-6"
    >
      <p id={`${id}-label`} className="text-sm font-medium">
        {label}
      </p>
      <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      <div className="mt-2">
        {settings.data && calendar.data ? (
          <TimeGrid
            days={starts.map((day) =>
              day.map((start) =>
                describeSlot(start, {
                  now,
                  minutes: settings.data.minutes,
                  entries: calendar.data.filter((entry) => entry.matchId !== matchId),
                }),
              ),
            )}
            chosen={value}
            onToggle={handleToggle}
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
      <ChosenTimes times={value} attendees={attendees} onRemove={handleToggle} />
    </div>
  )
}

/** From the first time to the last, with room for how long a meeting takes. */
function spanOf(starts: readonly Date[][]): [Date, Date] {
  const first = starts[0]?.[0] ?? new Date()
  const last = starts.at(-1)?.at(-1) ?? first
  const roomMs = 4 * 3_600_000
  return [new Date(first.getTime() - roomMs), new Date(last.getTime() + roomMs)]
}

interface ChosenTimesProps {
  times: readonly string[]
  attendees: readonly Attendee[]
  onRemove: (at: string) => void
}

function ChosenTimes({ times, attendees, onRemove }: ChosenTimesProps) {
  if (times.length === 0) return null
  return (
    <ul aria-label="Chosen times" className="mt-3 grid gap-2">
      {times.map((at) => (
        <li key={at} className="flex items-center gap-2 rounded-md border bg-paper py-1 pr-1 pl-3">
          <div className="min-w-0 flex-1">
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
            onClick={() => onRemove(at)}
          />
        </li>
      ))}
    </ul>
  )
}
