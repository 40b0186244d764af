import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns'
import { users } from './users'

/** Two accounts that look like one person's and are not, the older one first. */
export const duplicateDismissals = pgTable(
  'duplicate_dismissals',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    otherId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reason: text().notNull(),
    // No reference: it outlives the administrator's account.
    dismissedBy: integer(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.otherId] }),
    check('duplicate_dismissals_order', sql`${table.userId} < ${table.otherId}`),
    index('duplicate_dismissals_other').on(table.otherId),
  ],
)
