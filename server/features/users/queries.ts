import { and, eq, gte, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { UserFilter } from '@shared/bulk-runs'
import type { UserExportQuery, UserListQuery } from '@shared/users'
import type { Queryable } from '../../db/client'
import { hasWord } from '../../db/literals'
import { readPage } from '../../db/lists/list-page'
import { defineList } from '../../db/lists/open-list'
import type { Shape } from '../../db/lists/shapes'
import type { Selecting, Selection } from '../../db/lists/list-source'
import { byId, byTime, type Order } from '../../db/lists/order'
import { keepStatement } from '../../db/kept-statement'
import { fullName, isPerson, ofKind, sortedScore, users } from '../../db/schema/users'
import { parseSearch, readSearch } from '../../db/lists/search'
import type { ListDatabases } from '../../db/lists/searches'

/** As JSON has it. */
interface ListedScore {
  score: number
  nameOnReport: string | null
  reportDate: string | null
  uploadedAt: string | null
}

const columns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  phoneNumber: users.phoneNumber,
  status: users.status,
  statusReason: users.statusReason,
  contactConsent: users.contactConsent,
  isAdmin: users.isAdmin,
  kind: users.kind,
  createdAt: users.createdAt,
  closesAt: users.closesAt,
  askedAt: users.askedAt,
  waitedOnThem: users.waitedOnThem,
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

/** A page of partners, or of referrers, without the administrator. */
export const listUsers = (dbs: ListDatabases, query: UserListQuery) =>
  readPage(dbs, userList, query)

/** The users that a query shows, whichever part of them is read. */
export const userList = defineList('users', (query: Shape<UserExportQuery>) => ({
  table: users,
  filter: matchingUsers(query),
  search: readSearch(users, query.search),
  order: userOrder(query),
  isDated: Boolean(query.from ?? query.to),
  select: (tx: Selecting, { where, orderBy, limit, extra }: Selection) =>
    tx
      .select({ ...columns, ...extra })
      .from(users)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
}))

/** Whom a filter shows, without the administrator. */
export const matchUsers = (filter: UserFilter) =>
  and(matchingUsers(filter), readSearch(users, parseSearch(filter.search)).condition)

// Few people wait: they are found first, and looked up then.
const isAskingForEmail = sql`${users.id} in (select c.user_id from email_changes c
  where c.way = 'administrator')`

const isOfKind = (kind: UserFilter['kind'] & string) => (kind === 'any' ? isPerson : ofKind(kind))

type NarrowedUsers = Omit<Shape<UserFilter>, 'search'>

/** Partners, unless another kind is named; people who wait for another email may be referrers as well. */
const matchingUsers = ({ kind, status, from, to, emailChange, asked }: NarrowedUsers) =>
  and(
    isOfKind(kind ?? (emailChange ? 'any' : 'partner')),
    status ? hasWord(users.status, status) : undefined,
    from ? gte(users.createdAt, from) : undefined,
    to ? lt(users.createdAt, to) : undefined,
    emailChange ? isAskingForEmail : undefined,
    asked ? isNotNull(users.askedAt) : undefined,
    // Who owes us an answer doesn't wait for us.
    status === 'pending' && !asked ? isNull(users.askedAt) : undefined,
  )

function userOrder({ sort, from, to }: Shape<UserExportQuery>): Order {
  // Without a score last.
  if (sort === 'score') return { direction: 'desc', key: { of: sortedScore, type: 'integer' } }
  if (sort === 'name') return { direction: 'asc', key: { of: fullName, type: 'text' } }
  return (from || to ? byTime(users.createdAt) : byId)[sort]
}

export async function getUser(db: Queryable, id: number) {
  const [row] = await selectUser(db, { id })
  return row ?? null
}

const selectUser = keepStatement((db) =>
  db
    .select(columns)
    .from(users)
    .where(eq(users.id, sql.placeholder('id'))),
)
