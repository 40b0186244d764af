import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { id } from './columns'
import { users } from './users'

/** Authenticator apps, at most one of a user. It protects nothing until its first code was entered. */
export const secondFactors = pgTable(
  'second_factors',
  {
    // The user's.
    id: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    sealedSeed: text().notNull(),
    confirmedAt: timestamp({ withTimezone: true }),
    // The time step of the newest accepted code. Neither it nor an older one is accepted again.
    lastStep: integer(),
  },
  (table) => [
    check(
      'second_factors_confirmed',
      sql`(${table.confirmedAt} is null) = (${table.lastStep} is null)`,
    ),
  ],
)

/** Codes for people who lost their authenticator app. A used one is deleted. */
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
