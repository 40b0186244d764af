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
  (table) => [index('audit_events_object').on(table.object, table.id)],
)
