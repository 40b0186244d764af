import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { formatMeetingDay } from '@shared/meeting-time'
import { programZone } from '@shared/program-time'
import { IconButton } from '@/ui/button'
import { cx } from '@/ui/class-names'
import type { Slot } from './grid-times'
import { Status } from '@/ui/status'

interface TimeGridProps {
  /** Day by day, each with the same times. */
  days: readonly (readonly Slot[])[]
  chosen: readonly string[]
  onToggle: (at: string) => void
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
export function TimeGrid({ days, chosen, onToggle }: TimeGridProps) {
  const grid = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState(() => firstFree(days))

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
        className="grid gap-1 md:grid-cols-10"
      >
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
            <p
              aria-hidden="true"
              className="hidden text-center text-xs font-medium text-muted md:block"
            >
              {describeDay(slots)
                .split(', ')
                .map((part) => (
                  <span key={part} className="block whitespace-nowrap">
                    {part}
                  </span>
                ))}
            </p>
            {slots.map((slot, index) => (
              <SlotButton
                key={slot.at}
                slot={slot}
                isChosen={chosen.includes(slot.at)}
                isTabStop={day === place.day && index === place.slot}
                onFocus={() => setPlace({ day, slot: index })}
                onKeyDown={handleKeyDown}
                onToggle={() => onToggle(slot.at)}
              />
            ))}
          </div>
        ))}
      </div>
      <p className="mt-2 text-sm text-muted">
        Eastern Time. You can’t choose crossed-out times. A dot means also offered to someone else.
      </p>
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
  onToggle: () => void
}

function SlotButton({ slot, isChosen, isTabStop, onToggle, ...handlers }: SlotButtonProps) {
  const { name, clock, blocked, note } = slot
  const remark = blocked ?? note
  // A time chosen before someone else booked it can still be taken back.
  const isBlocked = blocked !== null && !isChosen
  return (
    <button
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={isChosen}
      aria-disabled={isBlocked || undefined}
      aria-label={[name, remark].filter(Boolean).join(', ')}
      title={remark ?? undefined}
      {...handlers}
      onClick={() => {
        if (!isBlocked) onToggle()
      }}
      className={cx(
        'figures relative min-h-11 rounded-sm border px-1 py-0.5 text-sm md:px-0 transition-colors focus-visible:z-10 md:text-xs md:pointer-fine:min-h-8',
        isChosen
          ? 'border-evergreen bg-evergreen text-white'
          : blocked
            ? 'border-transparent bg-sand text-muted'
            : 'border-control bg-white hover:border-ink hover:bg-paper',
      )}
    >
      <span className={cx('whitespace-nowrap', blocked && 'line-through')}>{clock}</span>
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
