import { Check, ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { formatMeetingDay } from '@shared/meeting-time'
import { programZone } from '@shared/program-time'
import { IconButton } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { clocksOf, type Slot } from './grid-times'
import { usePainting, type Paint } from './use-painting'
import { Status } from '@/ui/status'

interface TimeGridProps {
  /** Day by day, each with the same times. */
  days: readonly (readonly Slot[])[]
  chosen: readonly string[]
  /** The zones in which the hours are shown; the program's first. */
  zones: readonly string[]
  onPaint: Paint
}

interface Place {
  day: number
  slot: number
}

const moves: Record<string, (place: Place, lastSlot: number) => Place> = {
  ArrowUp: ({ day, slot }) => ({ day, slot: slot - 1 }),
  ArrowDown: ({ day, slot }) => ({ day, slot: slot + 1 }),
  ArrowLeft: ({ day, slot }) => ({ day: day - 1, slot }),
  ArrowRight: ({ day, slot }) => ({ day: day + 1, slot }),
  Home: ({ day }) => ({ day, slot: 0 }),
  End: ({ day }, lastSlot) => ({ day, slot: lastSlot }),
}

/**
 * Two weeks of half hours: a column a day, on a phone one day at a time. One stop for Tab; arrow keys go from time to
 * time, also to those that can't be chosen, so that a screen reader says the reason.
 */
export function TimeGrid({ days, chosen, zones, onPaint }: TimeGridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState(() => firstFree(days))
  const paint = usePainting(chosen, onPaint)

  function handleKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = moves[event.key]?.(place, (days[place.day]?.length ?? 0) - 1)
    if (!next) return
    event.preventDefault()
    if (!days[next.day]?.[next.slot]) return
    // On a phone its day is only then in sight.
    flushSync(() => setPlace(next))
    grid.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()
  }

  return (
    <div>
      <DayPicker days={days} shown={place.day} onShow={(day) => setPlace({ day, slot: 0 })} />
      <div
        ref={grid}
        role="group"
        aria-label="Times, Eastern Time"
        className={cx(
          'grid gap-1 select-none',
          zones.length > 1
            ? 'md:grid-cols-[auto_auto_repeat(10,minmax(0,1fr))]'
            : 'md:grid-cols-[auto_repeat(10,minmax(0,1fr))]',
        )}
      >
        {zones.map((zone) => (
          <Hours key={zone} {...clocksOf(days, zone)} />
        ))}
        {days.map((slots, day) => (
          <div
            key={slots[0]?.at}
            role="group"
            aria-label={describeDay(slots)}
            className={cx(
              'min-w-0 grid-cols-2 gap-1 md:grid md:grid-cols-1',
              day === place.day ? 'grid' : 'hidden',
            )}
          >
            <Header lines={describeDay(slots).split(', ')} />
            {slots.map((slot, index) => (
              <SlotButton
                key={slot.at}
                slot={slot}
                isChosen={chosen.includes(slot.at)}
                isTabStop={day === place.day && index === place.slot}
                onFocus={() => setPlace({ day, slot: index })}
                onKeyDown={handleKeyDown}
                paint={paint(slot.at)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className="mt-2 text-sm text-muted">
        Eastern Time. Crossed out: taken. Dot: offered to someone else, too. Yellow: before 8 AM or
        after 8 PM for someone. Drag to choose several.
      </p>
    </div>
  )
}

const Header = ({ lines }: { lines: readonly string[] }) => (
  <p aria-hidden="true" className="hidden text-center text-xs font-medium text-muted md:block">
    {lines.map((line) => (
      <span key={line} className="block min-h-[1lh] whitespace-nowrap">
        {line}
      </span>
    ))}
  </p>
)

const cellHeight = 'min-h-11 md:pointer-fine:min-h-8'

/** The hours beside the grid, as the clock in a zone shows them. Each time says its own. */
function Hours({ name, clocks }: ReturnType<typeof clocksOf>) {
  return (
    <div aria-hidden="true" className="hidden gap-1 md:grid">
      <Header lines={[name, '']} />
      {clocks.map((clock) => (
        <span
          key={clock}
          className={cx(
            'figures flex items-center justify-end pr-1 text-xs whitespace-nowrap text-muted',
            cellHeight,
          )}
        >
          {clock}
        </span>
      ))}
    </div>
  )
}

/** Late in the day nothing of today can be chosen any more: a phone begins with the day after. */
function firstFree(days: TimeGridProps['days']): Place {
  const day = Math.max(
    0,
    days.findIndex((slots) => slots.some(({ blocked }) => blocked === null)),
  )
  const slot = days[day]?.findIndex(({ blocked }) => blocked === null) ?? 0
  return { day, slot: Math.max(0, slot) }
}

const describeDay = ([first]: readonly Slot[]) =>
  first ? formatMeetingDay(new Date(first.at), programZone) : ''

interface SlotButtonProps {
  slot: Slot
  isChosen: boolean
  isTabStop: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  paint: Required<Pick<ComponentProps<'button'>, 'onClick' | 'onPointerDown' | 'onPointerEnter'>>
}

function SlotButton({ slot, isChosen, isTabStop, paint, ...handlers }: SlotButtonProps) {
  const { name, clock, blocked, note, odd } = slot
  const remark = [blocked ?? note, odd].filter(Boolean).join(', ')
  // A time chosen before someone else booked it can still be taken back.
  const isBlocked = blocked !== null && !isChosen
  return (
    <button
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={isChosen}
      aria-disabled={isBlocked || undefined}
      aria-label={[name, remark].filter(Boolean).join(', ')}
      title={[clock, remark].filter(Boolean).join(', ')}
      {...handlers}
      {...(!isBlocked && paint)}
      className={cx(
        'figures relative flex flex-col items-center justify-center rounded-sm border px-1 py-0.5 text-sm transition-colors focus-visible:z-10 md:px-0 [&>svg]:max-md:hidden',
        cellHeight,
        isChosen
          ? 'border-evergreen bg-evergreen text-white'
          : blocked
            ? 'border-transparent bg-sand text-muted'
            : cx('border-control hover:border-ink', odd ? 'bg-warning-surface' : 'bg-white'),
      )}
    >
      <span className={cx('whitespace-nowrap md:hidden', blocked && 'line-through')}>{clock}</span>
      {isChosen ? <Check className="size-4" /> : blocked ? <X className="size-4" /> : null}
      {remark ? (
        // The name says it after the zone, so as text it would be other words than the name's.
        <span
          aria-hidden="true"
          data-remark={remark}
          className="block text-xs before:content-[attr(data-remark)] md:hidden"
        />
      ) : null}
      {note && !blocked ? (
        <span
          aria-hidden="true"
          className={cx(
            'absolute top-1 right-1 size-1.5 rounded-full',
            isChosen ? 'bg-brass-light' : 'bg-brass',
          )}
        />
      ) : null}
    </button>
  )
}

interface DayPickerProps {
  days: TimeGridProps['days']
  shown: number
  onShow: (day: number) => void
}

/** On a phone: which day is shown, and the way to the others. */
function DayPicker({ days, shown, onShow }: DayPickerProps) {
  const last = days.length - 1
  return (
    <div className="mb-2 flex items-center justify-between gap-2 md:hidden">
      <IconButton
        label="Previous day"
        icon={<ChevronLeft />}
        disabled={shown === 0}
        onClick={() => onShow(shown - 1)}
      />
      <Status className="font-medium">{describeDay(days[shown] ?? [])}</Status>
      <IconButton
        label="Next day"
        icon={<ChevronRight />}
        disabled={shown === last}
        onClick={() => onShow(shown + 1)}
      />
    </div>
  )
}
