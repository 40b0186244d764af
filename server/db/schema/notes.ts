import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { createdAt } from './columns'
import { users } from './users'

/** The administrator's own notes on people. */
export const notes = pgTable(
  'notes',
  {
    // Drawn before the insert, because the sealed text is bound to it.
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sealedText: text().notNull(),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    editedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    index('notes_user').on(table.userId, table.id),
    index('notes_created_by').on(table.createdBy),
  ],
)
