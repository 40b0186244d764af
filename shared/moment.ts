import { z } from './zod'

const error = 'Please use a date from 2000 to 2100.'
const years = /^(?:20\d\d|2100)-/
/** Longer fractions of a second than any clock has are refused by Postgres. */
const longestText = 40

/** A moment as it was written, in years that Postgres, calendars and people take for the same. */
export const momentText = z.iso
  .datetime({ offset: true, error })
  .max(longestText, { error })
  .regex(years, { error })

export const moment = momentText.transform((text) => new Date(text))

/** A moment as ISO text in UTC. */
export const isoMoment = moment.transform((at) => at.toISOString())

const yearMs = 366 * 86_400_000

/** Refines a list of times to meet at. */
export const withinAYear = [
  (times: readonly string[]) => times.every((time) => Date.parse(time) <= Date.now() + yearMs),
  { error: 'Please choose times within a year.' },
] as const

/** '2026-11-20'. */
export const day = z.iso.date({ error: 'Please enter a date.' }).regex(years, { error })
