import { recordIdNumber } from './lists'
import { reviewStatus } from './review'
import { singleLine } from './text'
import { z } from './zod'

/** Why two accounts may be one person's. */
const duplicateSigns = ['phone', 'email', 'document', 'name'] as const
export type DuplicateSign = (typeof duplicateSigns)[number]

/** Another account that may be the same person's. */
export const duplicate = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  status: reviewStatus,
  createdAt: z.string(),
  signs: z.array(z.enum(duplicateSigns)),
  /** Someone looked at both and said that they are two people; `by` is null once that account is gone. */
  dismissed: z.object({ reason: z.string(), at: z.string(), by: z.string().nullable() }).nullable(),
})
export type Duplicate = z.infer<typeof duplicate>

export const duplicateDismissal = z.object({
  otherId: recordIdNumber,
  reason: singleLine({ required: 'Please say why they are different people.', max: 200 }),
})
export type DuplicateDismissal = z.infer<typeof duplicateDismissal>
