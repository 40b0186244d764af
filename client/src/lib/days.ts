import { dateFormat } from '@shared/lazily'
import { programZone } from '@shared/program-time'

const pattern = /^\d{4}-\d\d-\d\d$/

export const dayMs = 24 * 3_600_000

/** A day in the viewer's own zone, as addresses and date inputs have it: '2026-11-20'. */
export function toIsoDay(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${date.getFullYear()}-${month}-${day}`
}

/** The first moment of a day, or of one some days later; null for what is no day. */
export function startOfDay(day: string, later = 0): Date | null {
  if (!pattern.test(day)) return null
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const start = new Date(year, month - 1, date)
  if (toIsoDay(start) !== day) return null
  return new Date(year, month - 1, date + later)
}

/** Today, or the day so many days ago. */
export function dayBefore(days: number, now = new Date()): string {
  return toIsoDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days))
}

const inZone = dateFormat(
  { timeZone: programZone, dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' },
  'en-CA',
)

/** The moment at which a day, '2026-12-01', begins in the program's zone; null for what is no day. */
export function startOfProgramDay(day: string): Date | null {
  // Standard time first: clocks change at 2 a.m., so a day never begins twice.
  for (const offset of ['-05:00', '-04:00']) {
    const start = new Date(`${day}T00:00:00${offset}`)
    if (!Number.isNaN(start.getTime()) && inZone(start) === `${day}, 00:00:00`) return start
  }
  return null
}

const shown = dateFormat({ timeZone: programZone, dateStyle: 'medium' })

/** 'Dec 1, 2026', in the program's zone. */
export const formatProgramDay = (iso: string): string => shown(new Date(iso))
