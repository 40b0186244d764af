import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uuid, customType } from 'drizzle-orm/pg-core'
import { createdAt, moment } from './columns'

/** Append-only: a trigger refuses updates and deletes. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: createdAt(),
    // No reference: the trail outlives the account.
    actorId: integer(),
    action: text().notNull(),
    object: text(),
    ip: text(),
    /** The id in the log; null for what no request caused. */
    requestId: uuid(),
    details: jsonb().$type<Record<string, string | number | boolean | null>>(),
  },
  (table) => [
    index('audit_events_object').on(table.object, table.id),
    // With the time at their end: the events of some days are counted in the index alone.
    index('audit_events_actor').on(table.actorId, table.action, table.id, table.at),
    index('audit_events_no_actor')
      .on(table.action, table.id, table.at)
      .where(sql`${table.actorId} is null`),
    index('audit_events_action').on(table.action, table.id, table.at),
    index('audit_events_at').on(table.at),
  ],
)

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Events that have been written and are not in the chain yet: a trigger adds each in its own transaction. */
export const auditPending = pgTable('audit_pending', {
  eventId: bigint({ mode: 'number' }).primaryKey(),
})

/**
 * One link an event, in the order in which they became visible. The hash is of the event and of the hash before
 * it. Append-only.
 */
export const auditChain = pgTable('audit_chain', {
  /** 1, 2, 3 … without a gap. */
  position: bigint({ mode: 'number' }).primaryKey(),
  // No reference: a missing event must be found, not be in the way.
  eventId: bigint({ mode: 'number' }).notNull().unique('audit_chain_event'),
  hash: bytea().notNull(),
})

/** The state of the chain at a moment, sealed under a key that the database does not have. Append-only. */
export const auditSeals = pgTable('audit_seals', {
  position: bigint({ mode: 'number' }).primaryKey(),
  at: moment().notNull(),
  seal: bytea().notNull(),
})
