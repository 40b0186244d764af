import { z } from './zod'
import { shownProfile } from './accounts'
import { reviewStatus } from './review'

/** A user as the administrator sees one in the list. */
export const listedUser = z.object({
  id: z.number(),
  ...shownProfile,
  status: reviewStatus,
  statusReason: z.string().nullable(),
  contactConsent: z.boolean(),
  isAdmin: z.union([z.literal(0), z.literal(1)]),
  createdAt: z.string(),
})
export type ListedUser = z.infer<typeof listedUser>
