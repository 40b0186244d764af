import { programDayOf } from '@shared/program-time'
import type { PayoutSettings } from '@shared/payouts'

type Schedule = PayoutSettings['schedule']

/** The time that a run pays for, in days of the program, both included. */
export interface Period {
  /** '2026-10', or '2026-W43' */
  name: string
  firstDay: string
  lastDay: string
}

const dayMs = 24 * 60 * 60_000
/** From which day of a month on the month before is paid. */
const monthlyDay = 15

/** A day of the program, as a moment of UTC to reckon with. */
const dayOf = (now: Date): Date => new Date(`${programDayOf(now)}T00:00:00Z`)

const sinceMonday = (day: Date): number => (day.getUTCDay() + 6) % 7

const write = (day: Date): string => day.toISOString().slice(0, 10)

/** The newest period that is over. */
export function lastPeriod(now: Date, schedule: Schedule): Period {
  const today = dayOf(now)
  return schedule === 'monthly' ? monthBefore(today) : weekBefore(today)
}

/** Whether its run should be there by now: on the 15th of the next month, or on Monday, and after it. */
export const isRunDue = (now: Date, schedule: Schedule): boolean =>
  schedule === 'weekly' || dayOf(now).getUTCDate() >= monthlyDay

/**
 * When the next payout is due, and the day before which its earnings were posted. On the day itself, its payout
 * is under way, and the next one counts.
 */
export function nextPayoutDay(schedule: Schedule, today: string): Record<'day' | 'before', string> {
  const now = new Date(`${today}T00:00:00Z`)
  if (schedule === 'weekly') {
    const monday = write(new Date(now.getTime() + (7 - sinceMonday(now)) * dayMs))
    return { day: monday, before: monday }
  }
  const month = now.getUTCMonth() + (now.getUTCDate() < monthlyDay ? 0 : 1)
  const dayOfMonth = (day: number) => write(new Date(Date.UTC(now.getUTCFullYear(), month, day)))
  return { day: dayOfMonth(monthlyDay), before: dayOfMonth(1) }
}

function monthBefore(today: Date): Period {
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()]
  const firstDay = write(new Date(Date.UTC(year, month - 1, 1)))
  return {
    name: firstDay.slice(0, 7),
    firstDay,
    lastDay: write(new Date(Date.UTC(year, month, 0))),
  }
}

function weekBefore(today: Date): Period {
  const monday = new Date(today.getTime() - (sinceMonday(today) + 7) * dayMs)
  const sunday = new Date(monday.getTime() + 6 * dayMs)
  return { name: weekName(monday), firstDay: write(monday), lastDay: write(sunday) }
}

/** ISO 8601: a week is of the year that its Thursday is in. */
function weekName(monday: Date): string {
  const thursday = new Date(monday.getTime() + 3 * dayMs)
  const year = thursday.getUTCFullYear()
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * dayMs))
  return `${year}-W${String(week).padStart(2, '0')}`
}
