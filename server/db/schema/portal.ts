import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Examination, Outages } from '@shared/system'

/** One row, made at the first start: whose database this is. No backup has it, so what is restored is another portal. */
export const portal = pgTable(
  'portal',
  {
    row: integer().primaryKey().default(1),
    id: uuid().notNull().defaultRandom(),
    /** The database that the row was made in; a copy of it is elsewhere. */
    place: text().notNull(),
    /** Ids of the keys that values may be sealed with. */
    dataKeys: text().array().notNull(),
    /** Ids of the peppers of the last start. */
    peppers: text().array().notNull(),
    /** Folders and stores have the id since then. */
    settledAt: timestamp({ withTimezone: true }),
    /** Whether the last start had ACCEPT_FOLDERS, which counts once. */
    hasAccepted: boolean().notNull().default(false),
    /** What doesn't work at present, and since when; see `outages.ts`. */
    outages: jsonb().$type<Outages>().notNull().default({}),
    /** What the portal last found about itself. */
    examination: jsonb().$type<Examination>(),
  },
  (table) => [check('portal_one_row', sql`${table.row} = 1`)],
)
