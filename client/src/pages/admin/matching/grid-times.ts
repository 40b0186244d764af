import { easternMoment, nextBusinessDays } from '@shared/business-days'
import type { CalendarEntry } from '@shared/match-desk'
import { formatClock, formatMeetingTime, hourIn, leadHours } from '@shared/meeting-time'
import type { Match } from '@shared/matches'
import { programZone } from '@shared/program-time'
import { dayMs } from '@/lib/days'
import { firstName, nameEntrepreneur, shortName } from '@/features/matches/match-words'

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
  /** '4:00 AM HST for Jordan': for whom it is too early or late; '' for no one. */
  odd: string
}

interface SlotContext {
  now: Date
  minutes: number
  /** Entries of other introductions. */
  entries: readonly CalendarEntry[]
  attendees: readonly Attendee[]
}

/** Describes a time: the host has one calendar, so a meeting that would overlap blocks it. */
export function describeSlot(start: Date, context: SlotContext): Slot {
  const { now, minutes, entries, attendees } = context
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
    clock: splitClock(start, programZone).clock,
    blocked: isTooSoon
      ? 'Too soon'
      : booked
        ? `Booked: ${shortName(booked.partner)} and ${shortName(booked.entrepreneur)}`
        : null,
    odd: attendees
      .map((attendee) => localTime(start.toISOString(), attendee))
      .flatMap(({ text, isOdd }) => (isOdd ? [text] : []))
      .join(', '),
    note: offered.size > 0 ? `Also offered to ${[...offered].join(', ')}` : null,
  }
}

/** '2:00 PM' and 'EST'. */
function splitClock(moment: Date, zone: string) {
  const [, clock = '', name = ''] = /^(.*) (\S+)$/.exec(formatClock(moment, zone)) ?? []
  return { clock, name }
}

/** The hours of all days by the clock in a zone. Where clocks change in between, both are named. */
export function clocksOf(days: readonly (readonly Slot[])[], zone: string) {
  const all = days.map((slots) => slots.map(({ at }) => splitClock(new Date(at), zone)))
  const name = [...new Set(all.flat().map((one) => one.name))].join(' / ')
  const clocks = (all[0] ?? []).map((_, row) =>
    [...new Set(all.flatMap((day) => day[row]?.clock ?? []))].join(' / '),
  )
  return { name, clocks }
}

/** Someone who would meet at a time. */
export interface Attendee {
  name: string
  /** Null while they haven't said. */
  timeZone: string | null
}

export const attendeesOf = (match: Match): Attendee[] => [
  { name: match.partner.name, timeZone: match.sides.partner.timeZone },
  { name: nameEntrepreneur(match), timeZone: match.sides.entrepreneur?.timeZone ?? null },
]

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
