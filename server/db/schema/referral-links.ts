import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, id, indexWhereSet, moment, oneOf, uniqueWhere } from './columns'
import { users } from './users'

/** The links by which people refer others. A code that was replaced no longer counts, and is never given out again. */
export const referralLinks = pgTable(
  'referral_links',
  {
    code: text().primaryKey(),
    // Null until someone who sent the referral form makes an account, or logs in, to own it.
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    // Hash of the token by which a link without an owner is claimed. Tokens themselves are not stored.
    claimHash: text().unique(),
    createdAt: createdAt(),
    replacedAt: moment(),
  },
  (table) => [
    check(
      'referral_links_owner',
      sql`(${table.userId} is null) = (${table.claimHash} is not null)`,
    ),
    uniqueWhere('referral_links_active', sql`${table.replacedAt} is null`, table.userId),
    index('referral_links_user').on(table.userId),
  ],
)

/** How often each link was opened, by day (Eastern). Nothing is kept about who opened it. */
export const referralClicks = pgTable(
  'referral_clicks',
  {
    code: text()
      .notNull()
      .references(() => referralLinks.code, { onDelete: 'cascade' }),
    day: date().notNull(),
    clicks: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.code, table.day] }),
    check('referral_clicks_counted', sql`${table.clicks} > 0`),
  ],
)

/** The key of the fingerprints below, sealed: one row, made when it is first needed. */
export const fingerprintKeys = pgTable(
  'fingerprint_keys',
  { id: integer().primaryKey(), sealedKey: text().notNull() },
  (table) => [check('fingerprint_keys_one', sql`${table.id} = 1`)],
)

/** Referred people and their referrers. It outlives both accounts, without their names, because money follows from it. */
export const referredPeople = pgTable(
  'referred_people',
  {
    id: id(),
    code: text().references(() => referralLinks.code, { onDelete: 'set null' }),
    referrerId: integer().references(() => users.id, { onDelete: 'set null' }),
    referredId: integer()
      .unique()
      .references(() => users.id, { onDelete: 'set null' }),
    source: text({ enum: ['link', 'form', 'administrator'] }).notNull(),
    signedUpAt: createdAt(),
    // Fingerprint of someone who earned a reward, once their account is gone: tells that the same person is back.
    mailboxFingerprint: text(),
    phoneFingerprint: text(),
  },
  (table) => [
    check('referred_people_source', oneOf(table.source)),
    check('referred_people_other', sql`${table.referrerId} <> ${table.referredId}`),
    index('referred_people_referrer').on(table.referrerId, table.id),
    index('referred_people_code').on(table.code),
    index('referred_people_signed_up').on(table.signedUpAt),
    indexWhereSet('referred_people_mailbox_fingerprint', table.mailboxFingerprint),
    indexWhereSet('referred_people_phone_fingerprint', table.phoneFingerprint),
  ],
)
