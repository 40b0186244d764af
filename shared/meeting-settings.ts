import { z } from './zod'
import { singleLine } from './text'
import { isWebAddress } from './web-address'

const error = 'Please enter a meeting link that begins with https://.'
// A browser would take a space for part of the address; what follows it was pasted with the link.
const isMeetingLink = (value: string) => /^https:\/\/\S+$/.test(value) && isWebAddress(value)
export const meetingLink = singleLine({ required: error, max: 2_000 }).refine(isMeetingLink, {
  error,
})

export const meetingSettings = z.object({
  /** Empty while none is set. */
  room: z.union([z.literal(''), meetingLink]),
  minutes: z
    .int({ error: 'Please enter a number of minutes.' })
    .min(15, { error: 'Please enter at least 15 minutes.' })
    .max(180, { error: 'Please enter at most 180 minutes.' }),
})
export type MeetingSettings = z.infer<typeof meetingSettings>
