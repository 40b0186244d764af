import { sql } from 'drizzle-orm'
import type { UserFilter } from '@shared/bulk-runs'
import type { UserListQuery } from '@shared/users'
import type { Queryable } from '../../db/client'
import { defineList, findRow } from '../../db/lists/list'
import { readPage } from '../../db/lists/list-page'
import type { ListDatabases } from '../../db/lists/searches'
import {
  fullName,
  profileColumns,
  snoozedUserIds,
  snoozes,
  sortedScore,
  users,
} from '../../db/schema/users'
import { sqlLiteral, renderSql } from '../../db/sql-text'
import { bouncedUserIds } from '../mail/queries'
import { findMarks } from '../scores/propose-score'

/** Times are text in JSON. */
interface ListedScore {
  score: number
  nameOnReport: string | null
  reportDate: string | null
  uploadedAt: string | null
}

const columns = {
  ...profileColumns,
  status: users.status,
  statusReason: users.statusReason,
  contactConsent: users.contactConsent,
  isAdmin: users.isAdmin,
  kind: users.kind,
  createdAt: users.createdAt,
  closesAt: users.closesAt,
  askedAt: users.askedAt,
  waitedOnThem: users.waitedOnThem,
  snoozedUntil: sql<Date | null>`case when users.status = 'pending' then (
    select s.until from snoozes s where s.user_id = users.id and s.until > now()) end`.mapWith(
    snoozes.until,
  ),
  // Drizzle would leave the table's name off the id, which the inner table has as well.
  // With `exists`, Postgres might read all second factors for a page of people.
  hasSecondFactor: sql<boolean>`coalesce((select f.confirmed_at is not null
    from second_factors f where f.id = users.id), false)`,
  // Only requests that need the administrator: the others are confirmed by a link.
  newEmail: sql<string | null>`(select c.new_email from email_changes c
    where c.user_id = users.id and c.way = 'administrator')`,
  creditScore: sql<ListedScore | null>`(select json_build_object('score', s.score,
      'nameOnReport', s.name_on_report, 'reportDate', s.report_date, 'uploadedAt', s.uploaded_at)
    from credit_scores s where s.user_id = users.id)`,
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof getUser>>>

/** Leaves out what isn't so. */
export const presentUser = (row: UserRow) => ({
  ...row,
  isReferrer: row.kind === 'referrer' || undefined,
  hasSecondFactor: row.hasSecondFactor || undefined,
  creditScore: row.creditScore ? presentScore(row.creditScore, row) : undefined,
  closesAt: row.closesAt ?? undefined,
  newEmail: row.newEmail ?? undefined,
  askedAt: row.askedAt ?? undefined,
  waitedOnThem: row.waitedOnThem || undefined,
  snoozedUntil: row.snoozedUntil ?? undefined,
})

function presentScore(found: ListedScore, person: UserRow) {
  const uploadedAt = found.uploadedAt === null ? null : new Date(found.uploadedAt)
  return { score: found.score, marks: findMarks({ ...found, uploadedAt }, person) }
}

export const listUsers = (dbs: ListDatabases, query: UserListQuery) =>
  readPage(dbs, userList, query)

export const userList = defineList({
  name: 'users',
  table: 'users',
  columns,
  filter: ({ kind, status, emailChange, email, asked, snoozed, verdict }: UserFilter, bind) => [
    'users.is_admin = 0',
    isOfKind(kind ?? (emailChange || email ? 'any' : 'partner')),
    status && `users.status = ${sqlLiteral(status)}`,
    emailChange && isAskingForEmail,
    email && `users.id in (${bouncedUserIds(bind)})`,
    asked && 'users.asked_at is not null',
    snoozed && `users.status = 'pending' and users.id in (${snoozedUserIds})`,
    verdict && (verdict === 'clean' ? 'users.is_clean' : 'not users.is_clean'),
    // Someone who owes us an answer doesn't wait for us.
    status === 'pending' && !asked && 'users.asked_at is null',
    // Looked up in a list of few, so that everyone else is found in the index alone.
    status === 'pending' && !snoozed && `users.id not in (${snoozedUserIds})`,
  ],
  orders: {
    name: { direction: 'asc', key: { of: renderSql(fullName), type: 'text' } },
    // Without a score last.
    score: { direction: 'desc', key: { of: renderSql(sortedScore), type: 'integer' } },
  },
})

/** Partners, unless another kind is named; people with something about their email may be referrers as well. */
const isOfKind = (kind: UserFilter['kind'] & string) =>
  kind !== 'any' && `users.kind = ${sqlLiteral(kind)}`

// Few people wait: they are found first, and looked up then.
const isAskingForEmail = `users.id in (select c.user_id from email_changes c
  where c.way = 'administrator')`

export const getUser = (db: Queryable, id: number) => findRow(db, userList, id)
