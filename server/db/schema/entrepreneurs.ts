import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { entrepreneurStatuses } from '@shared/list-choices'
import { citext, createdAt, oneOf } from './columns'

/** People who look for a partner. They have no account, and act through a mailed link. */
export const entrepreneurs = pgTable(
  'entrepreneurs',
  {
    // Drawn before the insert, because the sealed notes are bound to it.
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    businessName: text().notNull(),
    email: citext().notNull().unique(),
    phoneNumber: text().notNull(),
    timeZone: text().notNull(),
    // For the partner.
    summary: text().notNull(),
    amountCents: bigint({ mode: 'number' }).notNull(),
    minScore: smallint(),
    status: text({ enum: entrepreneurStatuses }).notNull().default('vetting'),
    statusAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
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
    index('entrepreneurs_ready')
      .on(table.statusAt, table.id)
      .where(sql`${table.status} = 'ready'`),
    index('entrepreneurs_search')
      .using('gin', table.search.op('gin_trgm_ops'))
      .with({ fastupdate: false }),
  ],
)
