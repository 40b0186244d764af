import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  pgTable,
  text,
  uuid,
  type AnyPgColumn,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { decisionKinds, reasonKinds } from '@shared/decisions'
import { reviewStatuses } from '@shared/list-choices'
import { belongsTo, createdAt, id, indexWhereSet, moment, oneOf } from './columns'
import { users } from './users'
import { files } from './files'

/** One row for every decision about a person, a document or a shared login. */
export const decisions = pgTable(
  'decisions',
  {
    id: id(),
    // Equal to the `status_at` that it wrote: while the two agree, nothing changed since.
    at: createdAt(),
    kind: text({ enum: decisionKinds }).notNull(),
    // No reference: documents and logins are deleted on their own.
    subjectId: integer().notNull(),
    // The person, or whose document or login it is; null for one without an account.
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    fromStatus: text({ enum: reviewStatuses }).notNull(),
    fromReason: text(),
    fromStatusAt: moment(),
    toStatus: text({ enum: reviewStatuses }).notNull(),
    reason: text(),
    // No reference: the decision outlives the administrator's account. Null for the portal itself.
    decidedBy: integer(),
    requestId: uuid(),
    // The decision about a person that this one was taken with; the two are undone together.
    takenWith: integer().references((): AnyPgColumn => decisions.id, { onDelete: 'cascade' }),
    undoneAt: moment(),
  },
  (table) => [
    check('decisions_kind', oneOf(table.kind)),
    check('decisions_from_status', oneOf(table.fromStatus)),
    check('decisions_to_status', oneOf(table.toStatus)),
    index('decisions_user').on(table.userId, table.id),
    index('decisions_subject').on(table.kind, table.subjectId, table.id),
    index('decisions_at').on(table.at),
    // For the overview: those about people that were not taken back.
    index('decisions_about_people')
      .on(table.at, table.userId)
      .where(
        sql`${table.kind} = 'user' and ${table.toStatus} <> 'pending' and ${table.undoneAt} is null`,
      ),
    // For undoing a bulk run, whose decisions share it.
    indexWhereSet('decisions_request', table.requestId),
    indexWhereSet('decisions_taken_with', table.takenWith),
  ],
)

/** Lists of reasons, and of questions, that the administrator has edited. The others have their default ones. */
export const rejectionReasons = pgTable(
  'rejection_reasons',
  {
    kind: text({ enum: reasonKinds }).primaryKey(),
    reasons: text().array().notNull(),
  },
  (table) => [check('rejection_reasons_kind', oneOf(table.kind))],
)

/** Questions to people who wait for a decision. */
export const questions = pgTable(
  'questions',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    // Null: about the person, or about a document that was deleted.
    fileId: integer().references(() => files.id, { onDelete: 'set null' }),
    words: text().notNull(),
    askedAt: createdAt(),
    // No reference: the question outlives the administrator's account.
    askedBy: integer(),
    requestId: uuid(),
    answeredAt: moment(),
    // Null where a document was the answer.
    answer: text(),
    undoneAt: moment(),
    // By the decision that made an answer unnecessary; undone, it opens the question again.
    closedAt: moment(),
    closedBy: integer().references(() => decisions.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('questions_one_open')
      .on(table.userId)
      .where(
        sql`${table.answeredAt} is null and ${table.undoneAt} is null and ${table.closedAt} is null`,
      ),
    index('questions_user').on(table.userId, table.id),
    indexWhereSet('questions_file', table.fileId),
    indexWhereSet('questions_closed_by', table.closedBy),
    // For undoing a bulk run, whose questions share it.
    indexWhereSet('questions_request', table.requestId),
  ],
)
