import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { citext } from './columns'
import { users } from './users'

/**
 * The address of each account that someone was last asked to confirm, or has confirmed by reading its mail.
 * It counts only while it is the account's email. Tokens themselves are not stored.
 */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: citext().notNull(),
    tokenHash: text().unique(),
    expiresAt: timestamp({ withTimezone: true }),
    confirmedAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    check(
      'email_confirmations_link',
      sql`(${table.tokenHash} is null) = (${table.expiresAt} is null)
        and (${table.tokenHash} is null) <> (${table.confirmedAt} is null)`,
    ),
  ],
)
