import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ListedHold, ReferralState, ReferredPeopleQuery } from '@shared/referred-people'
import type { Queryable } from '../../db/client'
import { defineList, findRow } from '../../db/lists/list'
import { searchCondition, type SearchTerms, type SearchWay } from '../../db/lists/search'
import { referredPeople } from '../../db/schema/referral-links'
import { users, personColumns } from '../../db/schema/users'
import type { Bind } from '../../db/sql-text'

const referred = alias(users, 'referred')
const referrer = alias(users, 'referrer')

// Inner tables are named in the text: Drizzle would leave the table off a column.
const columns = {
  id: referredPeople.id,
  source: referredPeople.source,
  code: referredPeople.code,
  signedUpAt: referredPeople.signedUpAt,
  referred: {
    id: referred.id,
    firstName: referred.firstName,
    lastName: referred.lastName,
    email: referred.email,
    status: referred.status,
  },
  referrer: {
    id: referrer.id,
    firstName: referrer.firstName,
    lastName: referrer.lastName,
    email: referrer.email,
  },
  holds: sql<ListedHold[]>`coalesce((
    select json_agg(json_build_object('id', h.id, 'reason', h.reason, 'at', h.at,
      'outcome', h.outcome, 'note', h.note) order by h.id)
    from reward_holds h where h.referred_person_id = referred_people.id), '[]')`,
  rewardCents: sql<number>`coalesce((
    select -sum(e.cents) from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id and e.account = 'payable'
    where t.referred_person_id = referred_people.id), 0)::float8`,
}

export type ReferredPersonRow = NonNullable<Awaited<ReturnType<typeof findReferredPerson>>>

export const referredPeopleList = defineList({
  name: 'referred people',
  table: 'referred_people',
  columns,
  joins: `left join users referred on referred.id = referred_people.referred_id
    left join users referrer on referrer.id = referred_people.referrer_id`,
  filter: ({ status }: Pick<ReferredPeopleQuery, 'status'>) => [status && conditions[status]],
  search: searchBoth,
  searched: 'users',
})

const hasStatus = (status: 'pending' | 'approved' | 'rejected') => `exists (
  select from users u where u.id = referred_people.referred_id and u.status = '${status}')`

const conditions: Record<ReferralState, string> = {
  held: `referred_people.id in (
    select h.referred_person_id from reward_holds h where h.outcome is null)`,
  'in-review': hasStatus('pending'),
  approved: hasStatus('approved'),
  'not-approved': hasStatus('rejected'),
}

/** Finds people by what is known of them or of their referrer, and by the link's code. */
function searchBoth(terms: SearchTerms, bind: Bind, way: SearchWay): string {
  const person = searchCondition('anyone', terms, bind, way)
  const [word, ...more] = terms.words
  const byCode =
    word && more.length === 0
      ? ` or referred_people.code = upper(${bind(word[0]?.whole)}::text)`
      : ''
  if (way === 'scan')
    return `(exists (select from users anyone
      where anyone.id in (referred_people.referred_id, referred_people.referrer_id)
        and ${person})${byCode})`
  const found = `(select anyone.id from users anyone where ${person})`
  return `(referred_people.referred_id in ${found} or referred_people.referrer_id in ${found}${byCode})`
}

/** The referral of a person; null when no one referred them. */
export const findReferredPerson = (db: Queryable, referredId: number) =>
  findRow(db, referredPeopleList, referredId, 'referred_id')

/** Sums that are owed or were paid are negative in the ledger. */
const balanceOf = (account: 'rewards' | 'payable' | 'paid') => sql<number>`coalesce((
  select sum(${sql.raw(account === 'rewards' ? '' : '-')}e.cents) from ledger_entries e
  where e.payee_id = users.id and e.account = ${sql.raw(`'${account}'`)}), 0)::float8`

const referrerColumns = {
  ...personColumns,
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

/** Those who have referred someone, the newest account first. */
export const referrerList = defineList({
  name: 'referrers',
  table: 'users',
  columns: referrerColumns,
  filter: () => [
    'users.id in (select p.referrer_id from referred_people p where p.referrer_id is not null)',
  ],
})

/** Someone as referrer, whether or not they have referred anyone yet. */
export const findReferrer = (db: Queryable, userId: number) => findRow(db, referrerList, userId)
