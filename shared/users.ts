import { z } from './zod'
import { shownProfile, userKinds } from './accounts'
import { userSorts, verdicts } from './list-choices'
import { maxPageSize, pageOfList, recordId, sortedListQuery } from './lists'
import { day } from './moment'
import { maxNoteLength } from './notes'
import { scoreMarks } from './score-marks'
import { settledItems, reviewDecision, reviewStatus } from './review'
import { multiLine } from './text'

export const listedUser = z.object({
  id: z.number(),
  ...shownProfile,
  status: reviewStatus,
  statusReason: z.string().nullable(),
  contactConsent: z.boolean(),
  isAdmin: z.union([z.literal(0), z.literal(1)]),
  /** Present of those who refer others and have not applied. */
  isReferrer: z.literal(true).optional(),
  createdAt: z.string(),
  /** Only where one was confirmed. */
  creditScore: z.object({ score: z.number(), marks: z.array(z.enum(scoreMarks)) }).optional(),
  /** Present when logging in takes a code as well. */
  hasSecondFactor: z.literal(true).optional(),
  /** Present while the person is closing the account: when everything is removed. */
  closesAt: z.string().optional(),
  /** Present while the person waits for the administrator to confirm another email. */
  newEmail: z.string().optional(),
  /** Present while we wait for an answer: since when. */
  askedAt: z.string().optional(),
  /** Present while the administrator has set them aside: until when. Their wait for a decision goes on. */
  snoozedUntil: z.string().optional(),
  /** For how many seconds we waited for answers; present where it was any time. */
  waitedOnThem: z.number().optional(),
})
export type ListedUser = z.infer<typeof listedUser>

/**
 * A decision about a person. With `settles` it is one about all that it rests on: their pending documents and logins,
 * and the score that was found.
 */
export const userDecision = reviewDecision
  .extend({ settles: settledItems.optional() })
  .refine(({ status, settles }) => status !== 'pending' || !settles, {
    path: ['settles'],
    error: 'Only an approval or a rejection settles anything.',
  })

export type UserSort = (typeof userSorts)[number]

export const userListQuery = sortedListQuery.extend({
  sort: z.enum(userSorts).default('newest'),
  /** Only those who wait for the administrator to confirm another email. */
  emailChange: z.literal('waiting').optional(),
  email: z.literal('bounced').optional(),
  /** Only those whose answer to a question we wait for; they are not in the list of those who are pending. */
  asked: z.literal('waiting').optional(),
  /** Only those who are set aside; they are not in the list of those who are pending. */
  snoozed: z.literal('waiting').optional(),
  /** Those with a score and nothing against them, or all others; a minute behind. */
  verdict: z.enum(verdicts).optional(),
  /** Partners, unless it is said. */
  kind: z.enum([...userKinds, 'any']).optional(),
})
export type UserListQuery = z.infer<typeof userListQuery>

export const longestSnoozeDays = 31

/** Until the morning of a day in the program's zone: tomorrow at the earliest. */
export const snoozeRequest = z.object({
  until: day,
  note: multiLine(maxNoteLength).optional(),
})
export type SnoozeRequest = z.infer<typeof snoozeRequest>

export const userExportQuery = userListQuery.omit(pageOfList).strict()

/** The users of a page to look at. */
export const userMarksQuery = z.object({
  ids: z
    .string()
    .transform((ids) => ids.split(','))
    .pipe(z.array(recordId).max(maxPageSize)),
})

export const userMarks = z.object({ marked: z.array(z.number()) })
export type UserMarks = z.infer<typeof userMarks>
