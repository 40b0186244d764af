import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns'

/** The key of each sealed content, sealed itself. What has no row here is stored as it came. */
export const contentKeys = pgTable('content_keys', {
  // Drawn before the insert, because the sealed key is bound to it.
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  storageKey: text().notNull().unique(),
  sealedKey: text().notNull(),
  createdAt: createdAt(),
})
