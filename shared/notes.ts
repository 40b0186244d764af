import { z } from './zod'
import { multiLine } from './text'

export const maxNoteLength = 2000
export const maxNotesPerUser = 200

export const noteRequest = z.object({
  text: multiLine(maxNoteLength).min(1, { error: 'Please write something.' }),
})

/** Only the administrator reads it. */
export const note = z.object({
  id: z.number(),
  /** Null when no key opens it any more. */
  text: z.string().nullable(),
  /** The author's name; null once the account is gone. */
  author: z.string().nullable(),
  createdAt: z.string(),
  editedAt: z.string().nullable(),
})
export type Note = z.infer<typeof note>
