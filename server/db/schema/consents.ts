import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { consentKinds, consentSources } from '@shared/consents'
import { belongsTo, createdAt, id, indexWhereSet, oneOf } from './columns'
import { users } from './users'

/**
 * Consents that people have given and withdrawn; the newest row of a kind holds. Append-only: a
 * trigger refuses updates, and deletes but for those that come with the deletion of the account.
 */
export const consents = pgTable(
  'consents',
  {
    id: id(),
    userId: belongsTo(() => users.id),
    kind: text({ enum: consentKinds }).notNull(),
    isGiven: boolean().notNull(),
    textVersion: text().notNull(),
    source: text({ enum: consentSources }).notNull(),
    ip: text(),
    // The number that a consent to texts is for.
    phoneDigits: text(),
    // The administrator who recorded it; null where people said it on the portal themselves.
    recordedBy: integer().references(() => users.id),
    at: createdAt(),
  },
  (table) => [
    check('consents_kind', oneOf(table.kind)),
    check(
      'consents_source',
      sql`${table.source} in ('sign-up', 'account', 'phone', 'text', 'email', 'letter', 'in-person', 'reply')`,
    ),
    // Others may withdraw for someone, and never agree.
    check(
      'consents_recorded',
      sql`(${table.recordedBy} is null) = (${table.source} in ('sign-up', 'account', 'reply'))
        and (${table.recordedBy} is null or not ${table.isGiven})`,
    ),
    check(
      'consents_number',
      sql`${table.phoneDigits} is not null or ${table.kind} <> 'texts' or not ${table.isGiven}`,
    ),
    // Whoever replies STOP from a number takes back what was agreed to for it.
    indexWhereSet('consents_phone', table.phoneDigits),
    index('consents_newest').on(table.userId, table.kind, table.id),
    // Asked whenever a user is deleted.
    indexWhereSet('consents_recorded_by', table.recordedBy),
  ],
)
