import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { files } from './files'

/** The administrator's short-lived permissions to open one file; tokens themselves are not stored. */
export const fileTokens = pgTable(
  'file_tokens',
  {
    tokenHash: text().primaryKey(),
    fileId: integer()
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    sessionHash: text().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('file_tokens_file').on(table.fileId),
    index('file_tokens_expires').on(table.expiresAt),
  ],
)
