import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { bureaus, readingStates, type FoundScore } from '@shared/scores'
import { createdAt, id, indexWhere, keyOf, moment, oneOf } from './columns'
import { files, fileVersions } from './files'
import { users } from './users'

/** The result of reading a stored content, if it has a text; the text itself is not kept. */
export const fileReadings = pgTable(
  'file_readings',
  {
    versionId: keyOf(() => fileVersions.id),
    state: text({ enum: readingStates }).notNull().default('waiting'),
    // Counted before it is read: what ends the portal is not tried for ever.
    attempts: smallint().notNull().default(0),
    scores: jsonb().$type<FoundScore[]>().notNull().default([]),
    readAt: moment(),
  },
  (table) => [
    check('file_readings_state', oneOf(table.state)),
    indexWhere('file_readings_waiting', sql`${table.state} = 'waiting'`, table.versionId),
  ],
)

/** The score that the administrator confirmed of a person. */
export const creditScores = pgTable(
  'credit_scores',
  {
    userId: keyOf(() => users.id),
    score: smallint().notNull(),
    model: text(),
    bureau: text({ enum: bureaus }),
    reportDate: date(),
    nameOnReport: text(),
    // The document it was seen in; null once that is deleted.
    fileId: integer().references(() => files.id, { onDelete: 'set null' }),
    // When that document was uploaded: how old a score is that has no date of its own.
    uploadedAt: moment(),
    // Taken as it was read, not typed.
    isAsRead: boolean().notNull(),
    confirmedBy: integer().references(() => users.id, { onDelete: 'set null' }),
    confirmedAt: createdAt(),
  },
  (table) => [
    check('credit_scores_range', sql`${table.score} between 300 and 850`),
    index('credit_scores_file').on(table.fileId),
    index('credit_scores_confirmed_by').on(table.confirmedBy),
  ],
)

/** People whose verdict may have changed, noted by triggers: without a reference, so that no one waits for them. */
export const verdictsDue = pgTable('verdicts_due', { id: id(), userId: integer().notNull() })
