import { z } from './zod'

/** Every error the API answers with. `errors` maps a field to what is wrong with it. */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
  /** The introduction as it is now, where a change conflicts with it. */
  current: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>

export const confirmation = z.object({ message: z.string() })
export type Confirmation = z.infer<typeof confirmation>
