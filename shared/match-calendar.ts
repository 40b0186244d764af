import { moment } from './moment'
import { z } from './zod'

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
