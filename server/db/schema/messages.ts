import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { messageStatuses } from '@shared/list-choices'
import { createdAt, id, indexWhereSet, moment, oneOf, searchIndex } from './columns'
import { referralLinks } from './referral-links'
import { users } from './users'

const inboxColumns = {
  status: text({ enum: messageStatuses }).notNull().default('new'),
  statusAt: moment(),
  createdAt: createdAt(),
}

/** Messages of visitors through the support form, and people's replies to texts. */
export const messages = pgTable(
  'messages',
  {
    id: id(),
    name: text(),
    // None for a reply by text whose number proves no account.
    email: text(),
    subject: text().notNull(),
    message: text().notNull(),
    // The person who was logged in while writing. The address is whatever was typed, and proves nothing.
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    ...inboxColumns,
    search: text()
      .notNull()
      .generatedAlwaysAs(
        sql`fold(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || subject || ' ' || message)`,
      ),
  },
  (table) => [
    check('messages_status', oneOf(table.status)),
    index('messages_status_newest').on(table.status, table.id),
    indexWhereSet('messages_user', table.userId),
    searchIndex('messages_search', table.search),
  ],
)

/** Referrals: referrer and referred person. */
export const referrals = pgTable(
  'referrals',
  {
    id: id(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    referralName: text().notNull(),
    referralEmail: text().notNull(),
    referralPhone: text().notNull(),
    referralMailbox: text()
      .notNull()
      .generatedAlwaysAs(sql`mailbox(referral_email)`),
    // The sender's link, theirs already or to be claimed. Null in what came before there were links.
    linkCode: text().references(() => referralLinks.code, { onDelete: 'set null' }),
    ...inboxColumns,
    // Both people's names, emails and phones, as typed and as bare digits.
    search: text()
      .notNull()
      .generatedAlwaysAs(
        sql`fold(name || ' ' || email || ' ' || phone || ' ' || referral_name || ' ' || referral_email || ' ' || referral_phone) || ' ' || phone_digits(phone) || ' ' || phone_digits(referral_phone)`,
      ),
  },
  (table) => [
    check('referrals_status', oneOf(table.status)),
    index('referrals_status_newest').on(table.status, table.id),
    // For a person who registers: was someone with this mailbox named?
    index('referrals_named')
      .on(table.referralMailbox, table.id)
      .where(sql`${table.linkCode} is not null`),
    indexWhereSet('referrals_link', table.linkCode),
    searchIndex('referrals_search', table.search),
  ],
)
