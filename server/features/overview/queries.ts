import { asc, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { exactTotalLimit } from '@shared/list-choices'
import type { Overview } from '@shared/overview'
import { medianOf, overviewDays, programZone, promisedHours } from '@shared/program-time'
import type { Queryable } from '../../db/client'
import { decisions } from '../../db/schema/decisions'
import { entrepreneurs } from '../../db/schema/entrepreneurs'
import { files } from '../../db/schema/files'
import { mails } from '../../db/schema/mail'
import { matches } from '../../db/schema/matches'
import { messages, referrals } from '../../db/schema/messages'
import { payoutRuns } from '../../db/schema/payouts'
import { rewardHolds } from '../../db/schema/rewards'
import {
  isPartner,
  isPerson,
  nameColumns,
  ofKind,
  snoozedUserIds,
  users,
} from '../../db/schema/users'
import { toSql } from '../../db/sql-text'
import { bouncedUserIds } from '../mail/queries'
import { isOverdue, awaitsMatch } from '../matches/suggest-pairs'
import { onlyRow } from '../../errors'
import { emailChanges } from '../../db/schema/logins'

// Written as literals: with parameters, Postgres could not use the partial indexes.
const isWaiting = sql`${users.status} = 'pending' and ${users.askedAt} is null and ${isPartner}`
const isPending = sql`${isWaiting} and ${users.id} not in (${sql.raw(snoozedUserIds)})`
/** Set aside, their wait goes on. */
const isSnoozed = sql`${isWaiting} and ${users.id} in (${sql.raw(snoozedUserIds)})`
/** When the wait of someone would have begun, had the clock never been paused. */
const waitsSince =
  sql<Date>`(${users.createdAt} + make_interval(secs => ${users.waitedOnThem}))`.mapWith(
    users.createdAt,
  )
/** Decisions about partners that were not taken back. Few referrers are ever rejected. */
const isActive = sql`${decisions.kind} = 'user' and ${decisions.toStatus} <> 'pending'
  and ${decisions.undoneAt} is null and ${decisions.userId} <> all (array(
    select ${users.id} from ${users} where ${ofKind('referrer')} and ${users.status} = 'rejected'))`
/** People who were decided about when decisions were not kept yet: their last one is known. */
const wasDecidedBefore = sql`${users.status} <> 'pending' and ${isPartner}
  and ${users.statusAt} < coalesce((select min(at) from ${decisions}), 'infinity')`

/** Rows that match, exact up to 10,000, inside another statement. */
const bounded = (table: PgTable, condition: SQL) =>
  sql<number>`(select count(*)::int from (
    select 1 from ${table} where ${condition} limit ${sql.raw(String(exactTotalLimit + 1))}) counted)`

type Waiting = Omit<
  Overview,
  'pending' | 'introductions' | 'hasVirusCheck' | 'median' | 'trouble' | 'days'
> & {
  pending: Omit<Overview['pending'], 'oldest'>
  introductions: Omit<Overview['introductions'], 'needYou'>
}

export async function countWaiting(db: Queryable): Promise<Waiting> {
  const promisedSince = sql`now() - make_interval(hours => ${promisedHours.to})`
  // By both, so that the index has the most of it.
  const isOverLong = sql`
    ${users.createdAt} < ${promisedSince} and ${waitsSince} < ${promisedSince}`
  const { rows } = await db.execute<{ counts: Waiting }>(sql`select json_build_object(
    'pending', json_build_object(
      'count', ${bounded(users, isPending)},
      'overdue', ${bounded(users, sql`${isPending} and ${isOverLong}`)},
      'snoozed', json_build_object(
        'count', ${bounded(users, isSnoozed)},
        'overdue', ${bounded(users, sql`${isSnoozed} and ${isOverLong}`)}),
      'asked', ${bounded(users, sql`${users.askedAt} is not null`)}),
    'unread', json_build_object(
      'messages', ${bounded(messages, sql`${messages.status} = 'new'`)},
      'referrals', ${bounded(referrals, sql`${referrals.status} = 'new'`)}),
    'failedMails', ${bounded(mails, sql`${mails.status} = 'failed'`)},
    'emailChanges', ${bounded(emailChanges, sql`${emailChanges.way} = 'administrator'`)},
    'bouncedEmails', ${bounded(users, sql`${isPerson} and ${users.id} in (${toSql(bouncedUserIds)})`)},
    'money', json_build_object(
      'held', ${bounded(rewardHolds, sql`${rewardHolds.outcome} is null`)},
      'drafts', ${bounded(payoutRuns, sql`${payoutRuns.state} = 'draft'`)}),
    'introductions', json_build_object(
      'entrepreneurs', ${bounded(entrepreneurs, sql`${entrepreneurs.status} in ('vetting', 'ready')`)},
      'succeeded', ${bounded(matches, sql`${matches.state} = 'succeeded'`)},
      'waiting', ${bounded(users, awaitsMatch)},
      'overdue', ${bounded(users, isOverdue)}),
    'quarantined', json_build_object(
      'waiting', ${bounded(files, sql`${files.quarantine} = 'waiting'`)},
      'infected', ${bounded(files, sql`${files.quarantine} = 'infected'`)})) as counts`)
  return onlyRow(rows).counts
}

/** The person who has waited longest for a decision. */
export async function findOldestPending(db: Queryable) {
  const [row] = await db
    .select({
      ...nameColumns,
      since: waitsSince,
    })
    .from(users)
    .where(
      sql`${isPartner} and ${users.askedAt} is null and ${users.id} not in (${sql.raw(snoozedUserIds)}) and (${users.status}, ${users.createdAt}) >= ('pending', '-infinity')
        and (${users.status}, ${users.createdAt}) <= ('pending', 'infinity')`,
    )
    // By both, so that Postgres doesn't look through all who came first and were decided about.
    .orderBy(asc(users.status), asc(users.createdAt))
    .limit(1)
  return row ?? null
}

/** The median of the hours that people had waited for the newest first decisions; null without any. */
export async function findMedian(db: Queryable): Promise<Overview['median']> {
  const since = sql`now() - make_interval(days => ${medianOf.days})`
  const { rows } = await db.execute<{ hours: number; decisions: number }>(sql`
    select percentile_cont(0.5) within group (order by extract(epoch from waited)) / 3600 as "hours",
      count(*)::int as "decisions"
    from (
      select waited from (
        select decided_at, greatest(decided_at - ${waitsSince}, interval '0') as waited from (
          select ${decisions.userId} as user_id, ${decisions.at} as decided_at from ${decisions}
            where ${isActive} and ${decisions.fromStatusAt} is null and ${decisions.at} > ${since}
            order by ${decisions.at} desc limit ${medianOf.decisions}
        ) firsts join ${users} on ${users.id} = user_id
        union all
        (select ${users.statusAt}, ${users.statusAt} - ${users.createdAt} from ${users}
          where ${wasDecidedBefore} and ${users.statusAt} > ${since}
          order by ${users.statusAt} desc limit ${medianOf.decisions})
      ) both_kinds order by decided_at desc limit ${medianOf.decisions}
    ) newest having count(*) > 0`)
  return rows[0] ?? null
}

const onDay = (column: SQL) => sql`${column} >= days.start and ${column} < days.stop`

/** People who applied and decisions about people, for each of the last days in the program's zone. */
export async function countByDay(db: Queryable) {
  const received = sql`${isPartner} and ${onDay(sql`${users.createdAt}`)}`
  const decided = sql`${isActive} and ${onDay(sql`${decisions.at}`)}`
  const decidedBefore = sql`${wasDecidedBefore} and ${onDay(sql`${users.statusAt}`)}`
  const { rows } = await db.execute<{ day: string; received: number; decided: number }>(sql`
    with days as (
      select day, day at time zone ${programZone} as start,
        (day + interval '1 day') at time zone ${programZone} as stop
      from (select (now() at time zone ${programZone})::date::timestamp as today) clock,
        generate_series(today - make_interval(days => ${overviewDays - 1}), today, '1 day') day
    )
    select to_char(day, 'YYYY-MM-DD') as "day", ${bounded(users, received)} as "received",
      ${bounded(decisions, decided)} + ${bounded(users, decidedBefore)} as "decided"
    from days order by days.day`)
  return rows
}
