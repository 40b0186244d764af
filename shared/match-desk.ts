import { listedMatch, personInMatch } from './matches'
import { moment } from './moment'
import { z } from './zod'

const suggestion = z.object({
  partner: personInMatch.extend({
    approvedAt: z.string(),
    score: z.number().nullable(),
    timeZone: z.string().nullable(),
    /** Gaps of their profile; empty for a complete one. */
    missing: z.array(z.string()),
    offers: z.number(),
  }),
  /** How many entrepreneurs are ready, whoever is suggested. */
  ready: z.number(),
  /** Null where none of them is suggested. */
  entrepreneur: personInMatch
    .extend({ businessName: z.string(), minScore: z.number().nullable(), timeZone: z.string() })
    .nullable(),
})
export type Suggestion = z.infer<typeof suggestion>

export const matchDesk = z.object({
  needsYou: z.array(listedMatch),
  waitingForThem: z.array(listedMatch),
  suggestions: z.array(suggestion),
  isMailConfigured: z.boolean(),
})
export type MatchDesk = z.infer<typeof matchDesk>

export const calendarQuery = z
  .object({ from: moment, to: moment })
  .refine(({ from, to }) => Number(to) - Number(from) <= 62 * 86_400_000, {
    error: 'Please ask for at most 62 days.',
  })

export const matchCalendar = z.array(
  z.object({
    matchId: z.number(),
    partner: z.string(),
    entrepreneur: z.string(),
    startsAt: z.string(),
    endsAt: z.string(),
    isBooked: z.boolean(),
  }),
)
export type CalendarEntry = z.infer<typeof matchCalendar>[number]

const attendee = personInMatch.extend({
  timeZone: z.string().nullable(),
  /** Null without their consent to calls. */
  phoneNumber: z.string().nullable(),
})

/** The booked meetings of today, in the program's zone, for whoever hosts them. */
export const todaysMeetings = z.array(
  z.object({
    /** The introduction's id. */
    id: z.number(),
    basedOn: z.string(),
    startsAt: z.string(),
    endsAt: z.string(),
    partner: attendee,
    entrepreneur: attendee,
    joinLink: z.string().nullable(),
  }),
)
export type TodaysMeeting = z.infer<typeof todaysMeetings>[number]
