import { easternMoment, nextBusinessDays } from '@shared/business-days'
import type { CalendarEntry } from '@shared/match-calendar'
import { formatClock, formatMeetingTime, hourIn, leadHours } from '@shared/meeting-time'
import { programZone } from '@shared/program-time'
import { dayMs } from '@/lib/days'
import { firstName, shortName } from '@/features/matches/match-words'

const gridDays = 10
const [opening, closing] = [9, 17]
const minuteMs = 60_000

const halfHours = Array.from({ length: (closing - opening) * 2 }, (_, index) => ({
  hour: opening + Math.floor(index / 2),
  minute: (index % 2) * 30,
}))

/** The times that can be chosen, day by day. Today is among them for a time that someone agreed to on the phone. */
export function listStarts(now: Date, withToday: boolean): Date[][] {
  const after = withToday ? new Date(now.getTime() - dayMs) : now
  return nextBusinessDays(after, gridDays).map((day) =>
    halfHours.map((time) => easternMoment(day, time)),
  )
}

export interface Slot {
  at: string
  /** 'Tue, Dec 1, 2:00 PM EST'. */
  name: string
  /** '2:00 PM', in the program's zone. */
  clock: string
  /** Why it can't be chosen. */
  blocked: string | null
  /** 'Also offered to Sam T.'. */
  note: string | null
}

interface SlotContext {
  now: Date
  minutes: number
  /** Entries of other introductions. */
  entries: readonly CalendarEntry[]
}

/** Describes a time: the host has one calendar, so a meeting that would overlap blocks it. */
export function describeSlot(start: Date, { now, minutes, entries }: SlotContext): Slot {
  const from = start.getTime()
  const to = from + minutes * minuteMs
  const overlapping = entries.filter(
    ({ startsAt, endsAt }) => Date.parse(startsAt) < to && from < Date.parse(endsAt),
  )
  const booked = overlapping.find(({ isBooked }) => isBooked)
  const offered = new Set(
    overlapping.filter(({ isBooked }) => !isBooked).map(({ partner }) => shortName(partner)),
  )
  const isTooSoon = from - now.getTime() < leadHours * 60 * minuteMs
  return {
    at: start.toISOString(),
    name: formatMeetingTime(start, programZone),
    clock: formatClock(start, programZone).replace(/ \S+$/, ''),
    blocked: isTooSoon
      ? 'Too soon'
      : booked
        ? `Booked: ${shortName(booked.partner)} and ${shortName(booked.entrepreneur)}`
        : null,
    note: offered.size > 0 ? `Also offered to ${[...offered].join(', ')}` : null,
  }
}

/** Someone who would meet at a time. */
export interface Attendee {
  name: string
  /** Null while they haven't said. */
  timeZone: string | null
}

const [earliest, latest] = [8, 20]

/** '3:00 AM HST for Jordan', and whether few people would meet then. */
export function localTime(at: string, { name, timeZone }: Attendee) {
  const who = firstName(name)
  if (!timeZone) return { text: `${who}’s time zone isn’t known`, isOdd: false }
  const moment = new Date(at)
  const hour = hourIn(moment, timeZone)
  return {
    text: `${formatClock(moment, timeZone)} for ${who}`,
    isOdd: hour < earliest || hour >= latest,
  }
}
