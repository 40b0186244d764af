import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { textKinds, textStatuses } from '@shared/list-choices'
import { belongsTo, createdAt, drawnId, indexWhere, indexWhereSet, moment, oneOf } from './columns'
import { decisions } from './decisions'
import { matches } from './matches'
import { users } from './users'

/** One row at most: the account at the provider, and which events are texted. */
export const textSettings = pgTable(
  'text_settings',
  {
    id: integer().primaryKey().default(1),
    accountSid: text().notNull(),
    sealedToken: text().notNull(),
    /** A number (+1…), or a messaging service (MG…). */
    sender: text().notNull(),
    /** The kinds that are sent; none until they are switched on. */
    kinds: text({ enum: textKinds }).array().notNull().default([]),
    updatedAt: createdAt(),
  },
  (table) => [check('text_settings_one_row', sql`${table.id} = 1`)],
)

/** The outbox of text messages. */
export const texts = pgTable(
  'texts',
  {
    id: drawnId(),
    userId: belongsTo(() => users.id),
    matchId: integer().references(() => matches.id, { onDelete: 'cascade' }),
    kind: text({ enum: textKinds }).notNull(),
    /** As the provider takes it: +1 and ten digits. */
    recipient: text().notNull(),
    // Null once it is older than texts are kept.
    sealedContent: text(),
    segments: smallint().notNull(),
    status: text({ enum: textStatuses }).notNull().default('queued'),
    /** The provider's code, or why the portal did not send it. */
    lastError: text(),
    attempts: smallint().notNull().default(0),
    // While an attempt is under way, when another process may take it for lost.
    nextAttemptAt: createdAt(),
    // When the first attempt was due.
    dueAt: moment(),
    // Not sent after this: a meeting's start, otherwise a day.
    notAfter: moment().notNull(),
    providerId: text().unique(),
    createdAt: createdAt(),
    sentAt: moment(),
    // The step of the introduction that canceled it: undoing that step puts it back.
    cancelledByStepAt: moment(),
    // The decision that it tells of, and the one that canceled it: undoing either stops it or puts it back.
    decisionId: integer().references(() => decisions.id, { onDelete: 'set null' }),
    cancelledByDecision: integer(),
  },
  (table) => [
    check('texts_status', oneOf(table.status)),
    index('texts_status_newest').on(table.status, table.id),
    index('texts_user').on(table.userId, table.id),
    index('texts_recipient').on(table.recipient, table.id),
    indexWhereSet('texts_match', table.matchId),
    indexWhereSet('texts_decision', table.decisionId),
    indexWhereSet('texts_cancelled_by_decision', table.cancelledByDecision),
    indexWhere('texts_due', sql`${table.status} in ('queued', 'sending')`, table.nextAttemptAt),
    index('texts_created').on(table.createdAt),
  ],
)

/** The provider's names of texts that people sent us, so that a repeated call acts once. */
export const heardTexts = pgTable(
  'heard_texts',
  {
    providerId: text().primaryKey(),
    heardAt: createdAt(),
  },
  (table) => [index('heard_texts_heard').on(table.heardAt)],
)
