import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { files } from './files'

/** Ways from a phone's camera to a form on a computer, for ten minutes; tokens themselves are not stored. */
export const photoHandoffs = pgTable(
  'photo_handoffs',
  {
    tokenHash: text().primaryKey(),
    pickupHash: text().notNull().unique(),
    fileId: integer().references(() => files.id, { onDelete: 'cascade' }),
    usedAt: timestamp({ withTimezone: true }),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('photo_handoffs_file').on(table.fileId),
    index('photo_handoffs_expires').on(table.expiresAt),
  ],
)
