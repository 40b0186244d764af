import { dateFormat } from './lazily'

/** The zone of the program's days: those of the charts, and of 'today'. */
export const programZone = 'America/New_York'

// Canada writes days as ISO does.
const isoDay = dateFormat({ dateStyle: 'short', timeZone: programZone }, 'en-CA')

/** The program's day at a moment, as '2026-10-31'. */
export const programDayOf = (moment: Date): string => isoDay(moment)

export const overviewDays = 90
/** A decision is promised within this many hours: 24 at best, 48 at most. */
export const promisedHours = { from: 24, to: 48 } as const
/** The median is that of the newest first decisions: at most so many, none older than so many days. */
export const medianOf = { days: 30, decisions: 1_000 } as const
