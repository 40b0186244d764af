import { bigint, customType, pgTable, timestamp } from 'drizzle-orm/pg-core'

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

/** What the chain was at a moment, under a key that the database does not have. Append-only. */
export const auditSeals = pgTable('audit_seals', {
  position: bigint({ mode: 'number' }).primaryKey(),
  at: timestamp({ withTimezone: true }).notNull(),
  seal: bytea().notNull(),
})
