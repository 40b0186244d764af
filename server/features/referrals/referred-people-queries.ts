import { eq, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type {
  ListedHold,
  ReferralState,
  ReferredPeopleExportQuery,
  ReferredPeopleQuery,
} from '@shared/referred-people'
import type { Queryable } from '../../db/client'
import { readPage } from '../../db/lists/list-page'
import { defineList } from '../../db/lists/open-list'
import type { Shape } from '../../db/lists/shapes'
import type { Selecting, Selection } from '../../db/lists/list-source'
import { byId } from '../../db/lists/order'
import { readSearch, type Search, type SearchTerms } from '../../db/lists/search'
import type { ListDatabases } from '../../db/lists/searches'
import { referredPeople } from '../../db/schema/referral-links'
import { users } from '../../db/schema/users'

const referred = alias(users, 'referred')
const referrer = alias(users, 'referrer')
const anyone = alias(users, 'anyone')

// Of inner tables by their own names: Drizzle would leave those of columns off.
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
  rewardCents: sql<string>`coalesce((
    select -sum(e.cents) from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id and e.account = 'payable'
    where t.referred_person_id = referred_people.id), 0)`,
}

export type ReferredPersonRow = NonNullable<Awaited<ReturnType<typeof findReferredPerson>>>

const select = (db: Selecting, extra: Selection['extra'] = {}) =>
  db
    .select({ ...columns, ...extra })
    .from(referredPeople)
    .leftJoin(referred, eq(referred.id, referredPeople.referredId))
    .leftJoin(referrer, eq(referrer.id, referredPeople.referrerId))

/** A page of everyone who was referred. */
export const listReferredPeople = (dbs: ListDatabases, query: ReferredPeopleQuery) =>
  readPage(dbs, referredPeopleList, query)

/** Those whom a query shows, whichever part of them is read. */
export const referredPeopleList = defineList(
  'referred people',
  (query: Shape<ReferredPeopleExportQuery>) => ({
    table: referredPeople,
    filter: query.status && conditions[query.status],
    search: searchBoth(query.search),
    order: byId[query.sort],
    select: (db: Selecting, { where, orderBy, limit, extra }: Selection) =>
      select(db, extra)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit),
  }),
)

const hasStatus = (status: 'pending' | 'approved' | 'rejected') => sql`exists (
  select from users u where u.id = referred_people.referred_id and u.status = ${status})`

const conditions: Record<ReferralState, SQL> = {
  held: sql`referred_people.id in (
    select h.referred_person_id from reward_holds h where h.outcome is null)`,
  'in-review': hasStatus('pending'),
  approved: hasStatus('approved'),
  'not-approved': hasStatus('rejected'),
}

/** Finds people by what is known of them or of whoever referred them, and by the link's code. */
function searchBoth(terms: SearchTerms): Search {
  const people = readSearch(anyone, terms)
  const { condition, scanCondition } = people
  if (!condition || !scanCondition) return people
  const [word, ...more] = terms.words
  const byCode =
    word && more.length === 0 ? sql` or referred_people.code = upper(${word[0]?.whole})` : sql``
  const found = sql`(select anyone.id from users anyone where ${condition})`
  return {
    ...people,
    condition: sql`(referred_people.referred_id in ${found} or referred_people.referrer_id in ${found}${byCode})`,
    scanCondition: sql`(exists (select from users anyone
      where anyone.id in (referred_people.referred_id, referred_people.referrer_id)
        and ${scanCondition})${byCode})`,
  }
}

/** As whom someone was referred; null when no one did. */
export async function findReferredPerson(db: Queryable, referredId: number) {
  const [row] = await select(db).where(eq(referredPeople.referredId, referredId))
  return row ?? null
}
