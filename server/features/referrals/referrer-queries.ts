import { eq, sql } from 'drizzle-orm'
import type { ReferrersQuery } from '@shared/referred-people'
import type { Queryable } from '../../db/client'
import { readPage } from '../../db/lists/list-page'
import { defineList } from '../../db/lists/open-list'
import type { Shape } from '../../db/lists/shapes'
import type { Selecting, Selection } from '../../db/lists/list-source'
import { readSearch } from '../../db/lists/search'
import type { ListDatabases } from '../../db/lists/searches'
import { users } from '../../db/schema/users'

const balanceOf = (account: 'rewards' | 'payable' | 'paid') => sql<string>`coalesce((
  select sum(e.cents) from ledger_entries e
  where e.payee_id = users.id and e.account = ${sql.raw(`'${account}'`)}), 0)`

const columns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  status: users.status,
  signedUp: sql<number>`(select count(*)::int from referred_people p where p.referrer_id = users.id)`,
  approved: sql<number>`(select count(*)::int from referred_people p
    join users u on u.id = p.referred_id and u.status = 'approved' where p.referrer_id = users.id)`,
  lastSignUpAt: sql<string | null>`(
    select max(p.signed_up_at) from referred_people p where p.referrer_id = users.id)`,
  rewardsCents: balanceOf('rewards'),
  payableCents: balanceOf('payable'),
  paidCents: balanceOf('paid'),
}

export type ReferrerRow = NonNullable<Awaited<ReturnType<typeof findReferrer>>>

const hasReferred = sql`${users.id} in (
  select p.referrer_id from referred_people p where p.referrer_id is not null)`

/** A page of those who have referred someone, the newest account first. */
export const listReferrers = (dbs: ListDatabases, query: ReferrersQuery) =>
  readPage(dbs, referrerList, query)

const referrerList = defineList('referrers', ({ search }: Shape<ReferrersQuery>) => ({
  table: users,
  filter: hasReferred,
  search: readSearch(users, search),
  select: (db: Selecting, { where, orderBy, limit, extra }: Selection) =>
    db
      .select({ ...columns, ...extra })
      .from(users)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
}))

/** Someone as referrer, whether or not they have referred anyone yet. */
export async function findReferrer(db: Queryable, userId: number) {
  const [row] = await db.select(columns).from(users).where(eq(users.id, userId))
  return row ?? null
}
