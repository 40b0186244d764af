import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/client'
import { entrepreneurs } from '../../db/schema/entrepreneurs'
import { matches } from '../../db/schema/matches'
import { users } from '../../db/schema/users'

/** Start times, and the length of a meeting. */
interface Hours {
  times: readonly Date[]
  minutes: number
}

const nameOf = (table: typeof users | typeof entrepreneurs) =>
  sql<string>`${table.firstName} || ' ' || ${table.lastName}`

/** More than two weeks can hold. */
const mostEntries = 1_000

export type CalendarRow = Awaited<ReturnType<typeof listCalendar>>[number]

/** Meetings that are booked between two moments, and times that are offered. */
export async function listCalendar(db: Queryable, { from, to }: { from: Date; to: Date }) {
  const names = {
    matchId: matches.id,
    partner: nameOf(users),
    entrepreneur: nameOf(entrepreneurs),
  }
  const booked = await db
    .select({ ...names, startsAt: matches.startsAt, endsAt: matches.endsAt })
    .from(matches)
    .innerJoin(users, eq(users.id, matches.partnerId))
    .innerJoin(entrepreneurs, eq(entrepreneurs.id, matches.entrepreneurId))
    .where(
      and(sql`${matches.state} = 'booked'`, gte(matches.startsAt, from), lt(matches.startsAt, to)),
    )
    .limit(mostEntries)
  const offered = await db
    .select({ ...names, times: matches.offeredTimes })
    .from(matches)
    .innerJoin(users, eq(users.id, matches.partnerId))
    .innerJoin(entrepreneurs, eq(entrepreneurs.id, matches.entrepreneurId))
    .where(sql`${matches.state} = 'arranging'`)
    .orderBy(desc(matches.id))
    .limit(mostEntries)
  return [
    ...booked.flatMap(({ startsAt, ...entry }) =>
      startsAt ? [{ ...entry, startsAt, isBooked: true }] : [],
    ),
    ...offered.flatMap(({ times, ...entry }) =>
      times
        .filter((time) => time >= from && time < to)
        .map((startsAt) => ({ ...entry, startsAt, endsAt: null, isBooked: false })),
    ),
  ]
}

/** The booked meeting that overlaps one of these times, with the names; null when all are free. */
export async function findClash(db: Queryable, { except, ...hours }: Hours & { except?: number }) {
  const [clash] = await db
    .select({
      startsAt: matches.startsAt,
      partner: nameOf(users),
      entrepreneur: nameOf(entrepreneurs),
    })
    .from(matches)
    .innerJoin(users, eq(users.id, matches.partnerId))
    .innerJoin(entrepreneurs, eq(entrepreneurs.id, matches.entrepreneurId))
    .where(overlaps({ ...hours, except: except ?? null }))
    .orderBy(matches.startsAt)
    .limit(1)
  return clash ?? null
}

/** The times without a booked meeting. */
export async function listFreeTimes(
  db: Queryable,
  { times, minutes, except }: Hours & { except: number },
): Promise<Date[]> {
  const taken = await db
    .select({ startsAt: matches.startsAt, endsAt: matches.endsAt })
    .from(matches)
    .where(overlaps({ times, minutes, except }))
  return times.filter((start) => {
    const end = Number(start) + minutes * 60_000
    return !taken.some(
      ({ startsAt, endsAt }) => startsAt && endsAt && Number(startsAt) < end && endsAt > start,
    )
  })
}

/** A few times are looked up in the exclusion index of meetings. */
const overlaps = ({ times, minutes, except }: Hours & { except: number | null }) =>
  sql`${matches.id} <> ${except ?? 0} and ${matches.id} = any (array (
    select m.id
    from unnest(${sql.param(times.map((time) => time.toISOString()))}::timestamptz[]) as start,
      lateral (select id from matches where state = 'booked' and tstzrange(starts_at, ends_at)
        && tstzrange(start, start + make_interval(mins => ${minutes}::int))) m))`
