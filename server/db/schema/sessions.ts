import { sql } from 'drizzle-orm'
import type { SessionData } from 'express-session'
import { bigint, index, integer, json, pgTable, timestamp, varchar } from 'drizzle-orm/pg-core'

/** The table of connect-pg-simple. */
export const sessions = pgTable(
  'sessions',
  {
    sid: varchar().primaryKey(),
    sess: json().$type<SessionData>().notNull(),
    expire: timestamp({ precision: 6 }).notNull(),
  },
  (table) => [
    index('sessions_expire').on(table.expire),
    index('sessions_user').on(sql`((sess -> 'passport' ->> 'user'))`),
  ],
)

/** The table of rate-limiter-flexible. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})
