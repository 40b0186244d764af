import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Append-only: a trigger refuses updates and deletes. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
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
