import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, drawnId, moment, oneOf, reviewColumns, searchIndex } from './columns'
import { users } from './users'

export const monitoringCredentials = pgTable(
  'monitoring_credentials',
  {
    id: drawnId(),
    uploadKey: text().notNull().unique(),
    serviceName: text().notNull(),
    serviceUrl: text().notNull(),
    username: text().notNull(),
    sealedPassword: text().notNull(),
    sealedNotes: text(),
    ...reviewColumns,
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    claimedAt: moment(),
    createdAt: createdAt(),
    // When its owner last put other values in place of these.
    correctedAt: moment(),
    // When the administrator was last shown the password.
    lastOpenedAt: moment(),
    // The text that the administrator searches.
    search: text()
      .notNull()
      .generatedAlwaysAs(sql`fold(service_name || ' ' || username)`),
  },
  (table) => [
    check('monitoring_credentials_status', oneOf(table.status)),
    index('monitoring_credentials_user').on(table.userId),
    index('monitoring_credentials_status_newest').on(table.status, table.id),
    index('monitoring_credentials_created').on(table.createdAt, table.id),
    index('monitoring_credentials_status_created').on(table.status, table.createdAt, table.id),
    searchIndex('monitoring_credentials_search', table.search),
  ],
)

/** Names the values that a login has now: when it was shared, or last corrected, as `toISOString` writes it. */
export const credentialVersion = sql<string>`to_char(
  coalesce(${monitoringCredentials.correctedAt}, ${monitoringCredentials.createdAt}) at time zone 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
