import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { id } from './columns'
import { users } from './users'

/** Authenticator apps, at most one of a user. Until it has shown a code it protects nothing. */
export const secondFactors = pgTable(
  'second_factors',
  {
    // The user's.
    id: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    sealedSeed: text().notNull(),
    confirmedAt: timestamp({ withTimezone: true }),
    // Of the newest code that was taken: neither it nor an older one is taken again.
    lastStep: integer(),
  },
  (table) => [
    check(
      'second_factors_confirmed',
      sql`(${table.confirmedAt} is null) = (${table.lastStep} is null)`,
    ),
  ],
)

/** What lets somebody in whose authenticator app is lost; a used one is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => secondFactors.id, { onDelete: 'cascade' }),
    codeHash: text().notNull().unique(),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
)
