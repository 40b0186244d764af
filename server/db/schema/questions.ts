import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { indexWhereSet, id } from './columns'
import { decisions } from './decisions'
import { files } from './files'
import { users } from './users'

/** Questions to people who wait for a decision. */
export const questions = pgTable(
  'questions',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    // Null: about the person, or about a document that was deleted.
    fileId: integer().references(() => files.id, { onDelete: 'set null' }),
    words: text().notNull(),
    askedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    // No reference: the question outlives the administrator's account.
    askedBy: integer(),
    requestId: uuid(),
    answeredAt: timestamp({ withTimezone: true }),
    // Null where a document was the answer.
    answer: text(),
    undoneAt: timestamp({ withTimezone: true }),
    // By the decision that made an answer unnecessary; undone, it opens the question again.
    closedAt: timestamp({ withTimezone: true }),
    closedBy: integer().references(() => decisions.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('questions_one_open')
      .on(table.userId)
      .where(
        sql`${table.answeredAt} is null and ${table.undoneAt} is null and ${table.closedAt} is null`,
      ),
    index('questions_user').on(table.userId, table.id),
    indexWhereSet('questions_file', table.fileId),
    indexWhereSet('questions_closed_by', table.closedBy),
    // For undoing a bulk run, whose questions share it.
    indexWhereSet('questions_request', table.requestId),
  ],
)
