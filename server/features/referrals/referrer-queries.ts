import { sql } from 'drizzle-orm'
import type { ReferrersQuery } from '@shared/referred-people'
import type { Queryable } from '../../db/client'
import { defineList, findRow } from '../../db/lists/list'
import { readPage } from '../../db/lists/list-page'
import type { ListDatabases } from '../../db/lists/searches'
import { users } from '../../db/schema/users'

/** What is owed, and what was paid, is negative in the ledger. */
const balanceOf = (account: 'rewards' | 'payable' | 'paid') => sql<number>`coalesce((
  select sum(${sql.raw(account === 'rewards' ? '' : '-')}e.cents) from ledger_entries e
  where e.payee_id = users.id and e.account = ${sql.raw(`'${account}'`)}), 0)::float8`

const columns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  status: users.status,
  signedUp: sql<number>`(select count(*)::int from referred_people p where p.referrer_id = users.id)`,
  approved: sql<number>`(select count(*)::int from referred_people p
    join users u on u.id = p.referred_id and u.status = 'approved' where p.referrer_id = users.id)`,
  lastSignUpAt: sql<Date | null>`(
    select max(p.signed_up_at) from referred_people p where p.referrer_id = users.id)`,
  earnedCents: balanceOf('rewards'),
  payableCents: balanceOf('payable'),
  paidCents: balanceOf('paid'),
}

export type ReferrerRow = NonNullable<Awaited<ReturnType<typeof findReferrer>>>

/** A page of those who have referred someone, the newest account first. */
export const listReferrers = (dbs: ListDatabases, query: ReferrersQuery) =>
  readPage(dbs, referrerList, query)

const referrerList = defineList({
  name: 'referrers',
  table: 'users',
  columns,
  filter: () => [
    'users.id in (select p.referrer_id from referred_people p where p.referrer_id is not null)',
  ],
})

/** Someone as referrer, whether or not they have referred anyone yet. */
export const findReferrer = (db: Queryable, userId: number) => findRow(db, referrerList, userId)
