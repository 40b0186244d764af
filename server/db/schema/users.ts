import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  type AnyPgColumn,
  primaryKey,
} from 'drizzle-orm/pg-core'
import { userKinds, type Profile, type UserKind } from '@shared/accounts'
import { sqlLiteral } from '../sql-text'
import {
  belongsTo,
  citext,
  createdAt,
  drawnId,
  id,
  indexWhere,
  indexWhereSet,
  keyOf,
  moment,
  oneOf,
  reviewColumns,
  searchIndex,
  uniqueWhere,
  type Indexed,
} from './columns'

/** As the list shows it, in the order of a dictionary. */
const fullNameOf = (table: { firstName: AnyPgColumn; lastName: AnyPgColumn }) =>
  sql`(${table.firstName} || ' ' || ${table.lastName}) collate "und-x-icu"`

/** A phone with fewer is no one's. */
export const minPhoneDigits = 7

const isPersonIn = ({ isAdmin }: { isAdmin: AnyPgColumn }) => sql`${isAdmin} = 0`

const indexPeople = (table: { isAdmin: AnyPgColumn }, name: string, ...columns: Indexed) =>
  indexWhere(name, isPersonIn(table), ...columns)

function sortedScoreOf({
  creditScore,
  foundScore,
}: Record<'creditScore' | 'foundScore', AnyPgColumn>) {
  return sql`coalesce(${creditScore}, ${foundScore}, 0)`
}

export const users = pgTable(
  'users',
  {
    id: id(),
    email: citext().notNull().unique(),
    passwordHash: text().notNull(),
    // Another one with every new password, and the same when a hash is only renewed. Null in rows that
    // are older than the column: filling it would rewrite the table, search index included.
    passwordVersion: text('login_mark').default(sql`gen_random_uuid()::text`),
    // Set while the password is a one-time one: how long it logs in. Null for a password of their own.
    oneTimePasswordUntil: moment(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phoneNumber: text().notNull(),
    isAdmin: smallint().$type<0 | 1>().notNull().default(0),
    // A referrer refers others without lending their own credit, until they apply.
    kind: text({ enum: userKinds }).notNull().default('partner'),
    ...reviewColumns,
    termsAcceptedAt: moment(),
    termsVersion: text(),
    /** The address it came from. */
    termsAcceptedFrom: text(),
    contactConsent: boolean().notNull().default(false),
    contactConsentAt: moment(),
    createdAt: createdAt(),
    // Set while its owner closes the account: when everything of it is removed.
    closesAt: moment(),
    // Written by questions alone: set while one is open, and for how many seconds others were.
    askedAt: moment(),
    waitedOnThem: integer().notNull().default(0),
    // The time zone of their browser, as they last sent it: when a text message may come.
    timeZone: text(),
    // Written by matches alone: whether one of theirs is open or succeeded.
    hasMatch: boolean().notNull().default(false),
    // A copy of credit_scores: a list is sorted by columns of its own table.
    creditScore: smallint(),
    // Written by keep-verdicts alone: the score that is proposed, and whether it is there and nothing speaks against it.
    foundScore: smallint(),
    isClean: boolean().notNull().default(false),
    // Equal values tell that two accounts may be one person's. A migration defines the functions.
    mailbox: text()
      .notNull()
      .generatedAlwaysAs(sql`mailbox(email::text)`),
    phoneDigits: text()
      .notNull()
      .generatedAlwaysAs(sql`phone_digits(phone_number)`),
    foldedName: text()
      .notNull()
      .generatedAlwaysAs(sql`fold(first_name || ' ' || last_name)`),
    // Names, email, phone as typed and as bare digits: what the administrator searches.
    search: text()
      .notNull()
      .generatedAlwaysAs(
        sql`fold(first_name || ' ' || last_name || ' ' || email::text || ' ' || phone_number) || ' ' || phone_digits(phone_number)`,
      ),
  },
  (table) => [
    check('users_status', oneOf(table.status)),
    check('users_is_admin', sql`${table.isAdmin} in (0, 1)`),
    check('users_kind', oneOf(table.kind)),
    uniqueWhere('users_one_admin', sql`${table.isAdmin} = 1`, table.isAdmin),
    // Without the administrator, and partners apart from referrers, so that each is counted in the index alone.
    indexPeople(table, 'users_newest', table.kind, table.id),
    // With what people were asked, so that those who owe an answer are left out, and their time, in the index.
    indexPeople(table, 'users_status_newest', table.kind, table.status, table.id, table.askedAt),
    // By what the review needs to know first.
    indexPeople(table, 'users_clean_newest', table.kind, table.isClean, table.id),
    indexPeople(
      table,
      'users_status_clean_newest',
      table.kind,
      table.status,
      table.isClean,
      table.id,
      table.askedAt,
    ),
    indexPeople(table, 'users_created', table.kind, table.createdAt, table.id),
    indexPeople(
      table,
      'users_status_created',
      table.kind,
      table.status,
      table.createdAt,
      table.id,
      table.askedAt,
      table.waitedOnThem,
    ),
    indexPeople(table, 'users_name', table.kind, fullNameOf(table), table.id),
    indexPeople(table, 'users_status_name', table.kind, table.status, fullNameOf(table), table.id),
    indexPeople(table, 'users_score', table.kind, sortedScoreOf(table), table.id),
    indexPeople(
      table,
      'users_status_score',
      table.kind,
      table.status,
      sortedScoreOf(table),
      table.id,
    ),
    // For the overview: those who were decided about before decisions were kept.
    index('users_decided')
      .on(table.kind, table.statusAt)
      .where(sql`${table.status} <> 'pending' and ${isPersonIn(table)}`),
    // For one person with two accounts, of whichever kind.
    indexPeople(table, 'users_phone_digits', table.phoneDigits),
    indexPeople(table, 'users_mailbox', table.mailbox),
    indexPeople(table, 'users_folded_name', table.foldedName, table.createdAt),
    // People by how long they have waited for an introduction.
    index('users_unmatched').on(table.statusAt, table.id)
      .where(sql`${table.kind} = 'partner' and ${table.status} = 'approved' and not ${table.hasMatch} and ${isPersonIn(table)}
          and ${table.closesAt} is null`),
    indexWhere('users_contact_consent', sql`${table.contactConsent}`, table.id),
    indexWhereSet('users_closing', table.closesAt),
    // People we wait for.
    indexWhereSet('users_asked', table.askedAt),
    searchIndex('users_search', table.search),
  ],
)

export const nameColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
}
export const personColumns = { ...nameColumns, email: users.email }
export const profileColumns = {
  ...personColumns,
  phoneNumber: users.phoneNumber,
} satisfies Record<keyof Profile, AnyPgColumn>

/** The keys of users' orders; the indexes have them in these words. */
export const fullName = fullNameOf(users)

/** The key of their scores: without one is below the lowest. */
export const sortedScore = sortedScoreOf(users)

/** Everyone but the administrator. */
export const isPerson = isPersonIn(users)

/**
 * Partners, or referrers, without the administrator. With parameters, Postgres could not use the partial
 * indexes.
 */
export const ofKind = (kind: UserKind) =>
  sql`${isPerson} and ${users.kind} = ${sql.raw(sqlLiteral(kind))}`

export const isPartner = ofKind('partner')

/** The administrator's own notes on people. */
export const notes = pgTable(
  'notes',
  {
    id: drawnId(),
    userId: belongsTo(() => users.id),
    sealedText: text().notNull(),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    editedAt: moment(),
  },
  (table) => [
    index('notes_user').on(table.userId, table.id),
    index('notes_created_by').on(table.createdBy),
  ],
)

/** People whom the administrator set aside, out of the queue until then. */
export const snoozes = pgTable('snoozes', {
  userId: keyOf(() => users.id),
  until: moment().notNull(),
  createdAt: createdAt(),
})

/** Ids of the people who are set aside now: few. */
export const snoozedUserIds = 'select user_id from snoozes where until > now()'

/** Two accounts that look like one person's and are not, the older one first. */
export const duplicateDismissals = pgTable(
  'duplicate_dismissals',
  {
    userId: belongsTo(() => users.id),
    otherId: belongsTo(() => users.id),
    reason: text().notNull(),
    // No reference: it outlives the administrator's account.
    dismissedBy: integer(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.otherId] }),
    check('duplicate_dismissals_order', sql`${table.userId} < ${table.otherId}`),
    index('duplicate_dismissals_other').on(table.otherId),
  ],
)
