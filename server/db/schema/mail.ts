import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { mailChoiceKinds } from '@shared/mail-choices'
import type { MailKind } from '@shared/mail-kinds'
import { mailStatuses, templateIds } from '@shared/mail'
import { sides } from '@shared/matches'
import {
  belongsTo,
  createdAt,
  drawnId,
  id,
  indexWhere,
  indexWhereSet,
  keyOf,
  moment,
  oneOf,
  searchIndex,
} from './columns'
import { decisions, questions } from './decisions'
import { entrepreneurs } from './entrepreneurs'
import { matches } from './matches'
import { users } from './users'

/** One row at most. Without a password, mail leaves through the environment's mailbox. */
export const emailSettings = pgTable(
  'email_settings',
  {
    id: integer().primaryKey().default(1),
    email: text().notNull(),
    sealedPassword: text(),
    host: text().notNull(),
    port: integer().notNull(),
    secure: boolean().notNull(),
    service: text().notNull(),
    updatedAt: createdAt(),
  },
  (table) => [check('email_settings_one_row', sql`${table.id} = 1`)],
)

/** Templates that the administrator has edited. The others have their default text. */
export const emailTemplates = pgTable('email_templates', {
  id: text({ enum: templateIds }).primaryKey(),
  subject: text().notNull(),
  body: text().notNull(),
  updatedAt: createdAt(),
})

/** The emails about referrals that people turned off. */
export const declinedMails = pgTable(
  'declined_mails',
  {
    userId: belongsTo(() => users.id),
    kind: text({ enum: mailChoiceKinds }).notNull(),
    at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.kind] }),
    check('declined_mails_kind', oneOf(table.kind)),
  ],
)

/** The outbox. */
export const mails = pgTable(
  'mails',
  {
    id: drawnId(),
    // Stable over all attempts, so that a mailbox can tell a repetition.
    messageId: text().notNull().unique(),
    kind: text().$type<MailKind>().notNull(),
    recipient: text().notNull(),
    replyTo: text(),
    subject: text().notNull(),
    // May contain a reset link. Null once such a mail was sent.
    sealedContent: text(),
    status: text({ enum: mailStatuses }).notNull().default('queued'),
    attempts: integer().notNull().default(0),
    lastError: text(),
    // While an attempt is under way, when another process may take it for lost.
    nextAttemptAt: createdAt(),
    // When the first attempt was due. The next one moves ahead with each failure; this doesn't.
    dueAt: moment(),
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    // Another person who is named in it.
    aboutUserId: integer().references(() => users.id, { onDelete: 'cascade' }),
    // The decision it is about; undone in time, it is not sent.
    decisionId: integer().references(() => decisions.id, { onDelete: 'set null' }),
    // The decision that canceled it: undoing that decision puts it back. No reference: it is read with that alone.
    cancelledByDecision: integer(),
    // The question that it asks or reminds of; undone or answered in time, it is not sent.
    questionId: integer().references(() => questions.id, { onDelete: 'set null' }),
    // The introduction that it is about, and the recipient of the two; null: the host.
    matchId: integer().references(() => matches.id, { onDelete: 'set null' }),
    matchSide: text({ enum: sides }),
    // Its effect on its reader's calendar, and the meeting.
    calendarMethod: text({ enum: ['REQUEST', 'CANCEL'] }),
    meetingStartsAt: moment(),
    meetingEndsAt: moment(),
    // The entrepreneur that it goes to or names.
    entrepreneurId: integer().references(() => entrepreneurs.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    sentAt: moment(),
    search: text()
      .notNull()
      .generatedAlwaysAs(sql`fold(recipient || ' ' || subject)`),
  },
  (table) => [
    check('mails_status', oneOf(table.status)),
    index('mails_status_newest').on(table.status, table.id),
    indexWhere('mails_due', sql`${table.status} = 'queued'`, table.nextAttemptAt),
    index('mails_user').on(table.userId),
    indexWhereSet('mails_about_user', table.aboutUserId),
    indexWhereSet('mails_decision', table.decisionId),
    indexWhereSet('mails_cancelled_by_decision', table.cancelledByDecision),
    indexWhereSet('mails_question', table.questionId),
    indexWhereSet('mails_match', table.matchId),
    indexWhereSet('mails_entrepreneur', table.entrepreneurId),
    index('mails_kind_newest').on(table.kind, table.createdAt),
    searchIndex('mails_search', table.search),
  ],
)

/** Notices that have not been mailed to the support mailbox yet. */
export const supportNotices = pgTable('support_notices', {
  id: id(),
  text: text().notNull(),
  path: text().notNull(),
  createdAt: createdAt(),
})

/** The newest reset link of each account; tokens themselves are not stored. */
export const passwordResets = pgTable('password_resets', {
  userId: keyOf(() => users.id),
  tokenHash: text().notNull().unique(),
  expiresAt: moment().notNull(),
  spentAt: moment(),
})
