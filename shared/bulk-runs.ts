import { z } from './zod'
import { momentText } from './moment'
import { credentialListQuery } from './credentials'
import { fileListQuery } from './files'
import { mostChosenRows } from './list-choices'
import { recordIdNumber } from './lists'
import { composeRequest } from './mail'
import { concernKind, reviewStatus } from './review'
import { multiLine } from './text'
import { userListQuery } from './users'

export const mostRowsOfRun = 50_000

export const bulkLists = ['users', 'files', 'credentials'] as const
export type BulkList = (typeof bulkLists)[number]

/** `undo`: takes back what another run did. */
export const bulkActions = ['approve', 'reject', 'ask', 'delete', 'email', 'undo'] as const
export type BulkAction = (typeof bulkActions)[number]

/** Rows with the status that was seen: those that were decided since are left alone. */
const chosenRows = z.object({
  rows: z
    .array(z.object({ id: recordIdNumber, basedOn: reviewStatus }))
    .min(1)
    .max(mostChosenRows),
})

/**
 * Everything that a filter shows now; with `expected`, only when it is so many, and with `shownAt`, the `X-Shown-At`
 * of the list that was looked at, nothing that came or was decided after it.
 */
const filtered = <Filter extends z.ZodType>(filter: Filter) =>
  z.object({
    filter,
    expected: recordIdNumber.optional(),
    shownAt: momentText.optional(),
  })

const narrowing = { search: true, status: true, from: true, to: true } as const
// Strict: a filter that is not understood must not be taken for none.
const userFilter = userListQuery
  .pick({
    ...narrowing,
    kind: true,
    emailChange: true,
    email: true,
    asked: true,
    snoozed: true,
    verdict: true,
  })
  .strict()
const fileFilter = fileListQuery.pick({ ...narrowing, userId: true, quarantine: true }).strict()
const credentialFilter = credentialListQuery.pick({ ...narrowing, userId: true }).strict()
export type UserFilter = z.infer<typeof userFilter>
export type FileFilter = z.infer<typeof fileFilter>
export type CredentialFilter = z.infer<typeof credentialFilter>

const reason = multiLine(1000).optional()
const userSelection = z.union([chosenRows, filtered(userFilter)])
const fileSelection = z.union([chosenRows, filtered(fileFilter)])
const credentialSelection = z.union([chosenRows, filtered(credentialFilter)])

const startedActions = z.enum(bulkActions).exclude(['undo'])
const actionsOnItems = startedActions.exclude(['ask', 'email'])

/**
 * What was said to speak against approving some of them, before it was started. With it, each decision settles what
 * it rests on, and whatever has anything else against it is left alone.
 */
const accepts = z.array(concernKind).optional()

/** One act on many people, documents or shared logins, which goes on in the background. */
export const bulkRunRequest = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('users'),
    action: startedActions,
    selection: userSelection,
    /** For `ask`, the question. */
    reason,
    accepts,
    /** For `email`; placeholders are filled in for each person. */
    mail: composeRequest.omit({ to: true }).optional(),
  }),
  z.object({
    of: z.literal('files'),
    action: actionsOnItems,
    selection: fileSelection,
    reason,
    accepts,
  }),
  z.object({
    of: z.literal('credentials'),
    action: actionsOnItems,
    selection: credentialSelection,
    reason,
    accepts,
  }),
])
export const bulkCheckRequest = z.discriminatedUnion('of', [
  z.object({ of: z.literal('users'), selection: userSelection }),
  z.object({ of: z.literal('files'), selection: fileSelection }),
  z.object({ of: z.literal('credentials'), selection: credentialSelection }),
])
export type BulkCheckRequest = z.infer<typeof bulkCheckRequest>

/** How many of the chosen have each concern. */
export const bulkCheck = z.object({
  total: z.number(),
  concerns: z.partialRecord(concernKind, z.number()),
})
export type BulkCheck = z.infer<typeof bulkCheck>

export type BulkRunRequest = z.infer<typeof bulkRunRequest>

export const bulkRunListQuery = z.object({ of: z.enum(bulkLists) })

/** `stopped`: by the administrator; what was done until then stays done. */
export const bulkRunStates = ['running', 'stopped', 'done'] as const

export const bulkRun = z.object({
  id: z.number(),
  of: z.enum(bulkLists),
  action: z.enum(bulkActions),
  state: z.enum(bulkRunStates),
  total: z.number(),
  done: z.number(),
  /** Left alone: decided or deleted by someone else since, or as wanted already. */
  skipped: z.number(),
  failed: z.number(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
})
export type BulkRun = z.infer<typeof bulkRun>

/** Items that were skipped or failed, and why; the first hundred. */
export const bulkRunDetails = bulkRun.extend({
  problems: z.array(
    z.object({
      id: z.number(),
      /** Null once it is deleted. */
      name: z.string().nullable(),
      outcome: z.enum(['skipped', 'failed']),
      why: z.string(),
    }),
  ),
})
export type BulkRunDetails = z.infer<typeof bulkRunDetails>
