import { sql } from 'drizzle-orm'
import type { SessionData } from 'express-session'
import {
  bigint,
  index,
  integer,
  json,
  pgTable,
  timestamp,
  varchar,
  check,
  text,
} from 'drizzle-orm/pg-core'
import { emailChangeWays } from '@shared/email-changes'
import { belongsTo, citext, createdAt, id, indexWhere, keyOf, moment, oneOf } from './columns'
import { users } from './users'

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

/** Authenticator apps, at most one of a user. It protects nothing until its first code was entered. */
export const secondFactors = pgTable(
  'second_factors',
  {
    // The user's.
    id: keyOf(() => users.id),
    sealedSeed: text().notNull(),
    confirmedAt: moment(),
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
    userId: belongsTo(() => secondFactors.id),
    codeHash: text().notNull().unique(),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
)

/**
 * The newest change of each account's email: waiting, or made within the last day, when the owner of the
 * address before may still take it back. Tokens themselves are not stored.
 */
export const emailChanges = pgTable(
  'email_changes',
  {
    userId: keyOf(() => users.id),
    newEmail: citext().notNull(),
    // Set once it was made.
    previousEmail: citext(),
    way: text({ enum: emailChangeWays }).notNull(),
    // Hash of the link to the new address; null until it is mailed, and when someone else has the address.
    confirmHash: text().unique(),
    // Hash of the link to the address before.
    stopHash: text().unique(),
    createdAt: createdAt(),
    // Null while it waits for the administrator.
    expiresAt: moment(),
  },
  (table) => [
    check('email_changes_way', oneOf(table.way)),
    check('email_changes_expires', sql`(${table.way} = 'link') = (${table.expiresAt} is not null)`),
    index('email_changes_expires').on(table.expiresAt),
    indexWhere('email_changes_of_administrator', sql`${table.way} = 'administrator'`, table.userId),
  ],
)

/**
 * The address of each account that someone was last asked to confirm, or has confirmed by reading its mail.
 * It counts only while it is the account's email. Tokens themselves are not stored.
 */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    userId: keyOf(() => users.id),
    email: citext().notNull(),
    tokenHash: text().unique(),
    expiresAt: moment(),
    confirmedAt: moment(),
  },
  (table) => [
    check(
      'email_confirmations_link',
      sql`(${table.tokenHash} is null) = (${table.expiresAt} is null)
        and (${table.tokenHash} is null) <> (${table.confirmedAt} is null)`,
    ),
  ],
)
