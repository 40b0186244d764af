import { z } from './zod'
import { token } from './text'

/** An unclaimed link becomes that of the person who has its token. */
export const claimRequest = z.object({ token })

/** Someone's own link: the one they had before, where they had one. */
export const ownLink = z.object({ code: z.string() })
export type OwnLink = z.infer<typeof ownLink>
