import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { paymentMethods } from '@shared/payment-methods'
import { createdAt, id, indexWhere, indexWhereSet, keyOf, moment, oneOf } from './columns'
import { users } from './users'

/** How someone wants to be paid. */
export const paymentSettings = pgTable(
  'payment_settings',
  {
    userId: keyOf(() => users.id),
    method: text({ enum: paymentMethods }).notNull(),
    /** JSON, sealed for this user. */
    sealedDetails: text().notNull(),
    lastFour: text().notNull(),
    /** Equal for equal details, and good for nothing else. */
    fingerprint: text().notNull(),
    changedAt: createdAt(),
  },
  (table) => [
    check('payment_settings_method', oneOf(table.method)),
    index('payment_settings_fingerprint').on(table.fingerprint),
  ],
)

/** How payouts are made; one row. */
export const payoutSettings = pgTable(
  'payout_settings',
  {
    id: boolean().primaryKey().default(true),
    schedule: text({ enum: ['monthly', 'weekly'] })
      .notNull()
      .default('monthly'),
    minimumCents: integer().notNull().default(2500),
    /** The sum paid to one person in a year from which on it has to be reported. */
    reportingCents: integer().notNull().default(200_000),
  },
  (table) => [
    check('payout_settings_one_row', sql`${table.id}`),
    check('payout_settings_schedule', oneOf(table.schedule)),
    check(
      'payout_settings_cents',
      sql`${table.minimumCents} >= 0 and ${table.reportingCents} >= 0`,
    ),
  ],
)

export const payoutRuns = pgTable(
  'payout_runs',
  {
    id: id(),
    /** '2026-10', or '2026-W43': a period has one run, however often it is prepared. */
    period: text().notNull().unique(),
    firstDay: date().notNull(),
    lastDay: date().notNull(),
    state: text({ enum: ['draft', 'approved', 'done'] })
      .notNull()
      .default('draft'),
    createdAt: createdAt(),
    approvedAt: moment(),
    approvedBy: integer(),
  },
  (table) => [
    check('payout_runs_state', oneOf(table.state)),
    check('payout_runs_approved', sql`(${table.state} = 'draft') = (${table.approvedAt} is null)`),
    indexWhere('payout_runs_drafts', sql`${table.state} = 'draft'`, table.id),
  ],
)

/** A file that a bank was given. Its payouts refer to it. */
export const payoutFiles = pgTable(
  'payout_files',
  {
    id: id(),
    runId: integer()
      .notNull()
      .references(() => payoutRuns.id),
    method: text({ enum: paymentMethods }).notNull(),
    madeAt: createdAt(),
  },
  (table) => [
    check('payout_files_method', oneOf(table.method)),
    index('payout_files_run').on(table.runId),
  ],
)

export const payouts = pgTable(
  'payouts',
  {
    id: id(),
    runId: integer()
      .notNull()
      .references(() => payoutRuns.id),
    payeeId: integer().notNull(),
    cents: bigint({ mode: 'number' }).notNull(),
    state: text({
      enum: ['ready', 'held', 'under-minimum', 'missing-settings', 'paying', 'paid', 'failed'],
    }).notNull(),
    /** Why it is held, or why it failed. */
    reason: text(),
    /** Copied on approval, so that the file says what was approved; sealed for this payout. */
    method: text({ enum: paymentMethods }),
    sealedDetails: text(),
    lastFour: text(),
    /** The newest payment file that had it. */
    fileId: integer().references(() => payoutFiles.id),
    reference: text(),
    settledAt: moment(),
  },
  (table) => [
    check('payouts_state', oneOf(table.state)),
    check('payouts_method', oneOf(table.method)),
    check('payouts_cents', sql`${table.cents} > 0`),
    unique('payouts_once').on(table.runId, table.payeeId),
    index('payouts_payee').on(table.payeeId, table.id),
    index('payouts_run_state').on(table.runId, table.state, table.id),
    indexWhereSet('payouts_file', table.fileId),
  ],
)
