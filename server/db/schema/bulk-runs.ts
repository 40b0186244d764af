import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import { bulkActions, bulkLists, bulkRunStates } from '@shared/bulk-runs'
import { concernKinds, reviewStatuses } from '@shared/list-choices'
import type { ComposeRequest } from '@shared/mail'
import { belongsTo, createdAt, id, indexWhere, moment, oneOf } from './columns'

/** One act on many people, documents or shared logins. */
export const bulkRuns = pgTable(
  'bulk_runs',
  {
    id: id(),
    of: text({ enum: bulkLists }).notNull(),
    action: text({ enum: bulkActions }).notNull(),
    reason: text(),
    mail: jsonb().$type<Omit<ComposeRequest, 'to'>>(),
    // Accepted warnings about some of them; null where no warning was accepted.
    accepts: text({ enum: concernKinds }).array(),
    // The run that this one takes back.
    undoes: integer().references((): AnyPgColumn => bulkRuns.id, { onDelete: 'cascade' }),
    state: text({ enum: bulkRunStates }).notNull().default('running'),
    // The sender who started it, as the audit trail has it of everything that the run does.
    startedBy: integer().notNull(),
    ip: text(),
    requestId: uuid(),
    createdAt: createdAt(),
    finishedAt: moment(),
  },
  (table) => [
    check('bulk_runs_state', oneOf(table.state)),
    index('bulk_runs_newest').on(table.of, table.id),
    indexWhere('bulk_runs_running', sql`${table.state} = 'running'`, table.id),
    uniqueIndex('bulk_runs_undoes').on(table.undoes),
    index('bulk_runs_created').on(table.createdAt),
  ],
)

/** The objects of a run, fixed when it starts, and the outcome of each. */
export const bulkRunItems = pgTable(
  'bulk_run_items',
  {
    runId: belongsTo(() => bulkRuns.id),
    // No reference: the run outlives what it deletes.
    objectId: integer().notNull(),
    seenStatus: text({ enum: reviewStatuses }).notNull(),
    outcome: text({ enum: ['waiting', 'done', 'skipped', 'failed'] })
      .notNull()
      .default('waiting'),
    why: text(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.objectId] }),
    check('bulk_run_items_outcome', oneOf(table.outcome)),
    index('bulk_run_items_outcome').on(table.runId, table.outcome, table.objectId),
  ],
)
