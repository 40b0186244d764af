import { programZone } from '@shared/program-time'

const inZone = new Intl.DateTimeFormat('en-CA', {
  timeZone: programZone,
  dateStyle: 'short',
  timeStyle: 'medium',
  hourCycle: 'h23',
})

/** The moment at which a day, '2026-12-01', begins in the program's zone; null for what is no day. */
export function startOfProgramDay(day: string): Date | null {
  // Standard time first: clocks change at 2 a.m., so a day never begins twice.
  for (const offset of ['-05:00', '-04:00']) {
    const start = new Date(`${day}T00:00:00${offset}`)
    if (!Number.isNaN(start.getTime()) && inZone.format(start) === `${day}, 00:00:00`) return start
  }
  return null
}

const shown = new Intl.DateTimeFormat('en-US', { timeZone: programZone, dateStyle: 'medium' })

/** 'Dec 1, 2026', in the program's zone. */
export const formatProgramDay = (iso: string): string => shown.format(new Date(iso))
