import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { entrepreneurStatuses } from '@shared/list-choices'
import { citext, createdAt, drawnId, indexWhere, oneOf, searchIndex } from './columns'

/** People who look for a partner. They have no account, and act through a mailed link. */
export const entrepreneurs = pgTable(
  'entrepreneurs',
  {
    id: drawnId(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    businessName: text().notNull(),
    email: citext().notNull().unique(),
    phoneNumber: text().notNull(),
    timeZone: text().notNull(),
    // For the partner.
    summary: text().notNull(),
    // A partner's pay, and the papers to sign; empty where they aren't known.
    partnerPay: text().notNull().default(''),
    partnerSigns: text().notNull().default(''),
    amountCents: bigint({ mode: 'number' }).notNull(),
    minScore: smallint(),
    status: text({ enum: entrepreneurStatuses }).notNull().default('vetting'),
    statusAt: createdAt(),
    // For the administrator.
    sealedNotes: text(),
    createdAt: createdAt(),
    search: text()
      .notNull()
      .generatedAlwaysAs(
        sql`fold(first_name || ' ' || last_name || ' ' || business_name || ' ' || email::text || ' ' || phone_number) || ' ' || phone_digits(phone_number)`,
      ),
  },
  (table) => [
    check('entrepreneurs_status', oneOf(table.status)),
    check('entrepreneurs_amount', sql`${table.amountCents} > 0`),
    index('entrepreneurs_status_newest').on(table.status, table.id),
    // Entrepreneurs by how long they have been ready.
    indexWhere('entrepreneurs_ready', sql`${table.status} = 'ready'`, table.statusAt, table.id),
    searchIndex('entrepreneurs_search', table.search),
  ],
)
