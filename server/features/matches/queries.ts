import { and, count, desc, eq, gt, inArray, lt, ne, sql, type SQL } from 'drizzle-orm'
import { programZone } from '@shared/program-time'
import type { Queryable, Transaction } from '../../db/client'
import { beginningOf } from '../../db/program-days'
import { entrepreneurs } from '../../db/schema/entrepreneurs'
import { isOpenIn, matches, meetingSettings } from '../../db/schema/matches'
import { users } from '../../db/schema/users'
import type { SealedColumn } from '../../db/sealing'
import { orNotFound } from '../../errors'
import { consentTo } from '../consents/queries'
import { isShown } from './shown-match'

export type MatchRow = typeof matches.$inferSelect

export const sealedMatchToken = (id: number): SealedColumn => ({
  table: 'matches',
  column: 'sealed_token',
  id,
})
export const sealedMatchLink = (id: number): SealedColumn => ({
  table: 'matches',
  column: 'sealed_link',
  id,
})
export const sealedRoom: SealedColumn = { table: 'meeting_settings', column: 'sealed_room', id: 1 }

const isOpen = isOpenIn(matches)

/** To the microsecond: a `Date` has milliseconds only. */
const basedOn = sql<string>`to_char(${matches.movedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const columns = {
  match: matches,
  basedOn,
  partner: {
    id: users.id,
    kind: users.kind,
    isAdmin: users.isAdmin,
    firstName: users.firstName,
    lastName: users.lastName,
    email: users.email,
    phoneNumber: users.phoneNumber,
    status: users.status,
    statusAt: users.statusAt,
    closesAt: users.closesAt,
    timeZone: users.timeZone,
    mayBeCalled: consentTo('calls'),
    isRecordingAllowed: consentTo('recording'),
  },
  entrepreneur: {
    id: entrepreneurs.id,
    firstName: entrepreneurs.firstName,
    lastName: entrepreneurs.lastName,
    businessName: entrepreneurs.businessName,
    email: entrepreneurs.email,
    phoneNumber: entrepreneurs.phoneNumber,
    timeZone: entrepreneurs.timeZone,
    summary: entrepreneurs.summary,
    amountCents: entrepreneurs.amountCents,
    partnerPay: entrepreneurs.partnerPay,
    partnerSigns: entrepreneurs.partnerSigns,
    status: entrepreneurs.status,
  },
}

const selectMatches = (db: Queryable) =>
  db
    .select({ ...columns, id: matches.id })
    .from(matches)
    .innerJoin(users, eq(users.id, matches.partnerId))
    .leftJoin(entrepreneurs, eq(entrepreneurs.id, matches.entrepreneurId))

export type FoundMatch = Awaited<ReturnType<typeof getMatch>>

async function findOne(db: Queryable, condition: SQL | undefined) {
  const [row] = await selectMatches(db)
    .where(condition)
    .orderBy(...presentFirst)
    .limit(1)
  return row ?? null
}

/** The order of someone's introductions: the open one, that in which both accepted, the newest. */
const presentFirst = [
  desc(isOpen),
  desc(sql`${matches.state} = 'succeeded'`),
  desc(matches.id),
] as const

/** Throws 404 without such a match. */
export const getMatch = async (db: Queryable, id: number) =>
  orNotFound(await findOne(db, eq(matches.id, id)))

/** The introduction that a partner is in, or was in last, of those that they have been told about. */
export const getPresentMatch = (db: Queryable, partnerId: number) =>
  findOne(db, and(eq(matches.partnerId, partnerId), isShown))

/** A link is good while the match is open, and so many days after. */
export const linkDays = 14

/** The match of a link that is still valid, which has an entrepreneur. */
export async function getMatchByToken(db: Queryable, tokenHash: string) {
  const isGood = sql`(${isOpen} or ${matches.movedAt} > now() - make_interval(days => ${linkDays}))`
  const found = await findOne(db, and(eq(matches.tokenHash, tokenHash), isShown, isGood))
  const entrepreneur = found?.entrepreneur
  return entrepreneur ? { ...found, entrepreneur } : null
}
export type FoundWithLink = NonNullable<Awaited<ReturnType<typeof getMatchByToken>>>

/** A match, held until the transaction ends. Both people are locked before. */
export async function lockMatch(tx: Transaction, id: number) {
  const [row] = await tx
    .select({ match: matches, basedOn })
    .from(matches)
    .where(eq(matches.id, id))
    .for('update')
  return row ?? null
}

/** No more are open at the same time: the host has one calendar. */
const mostOpen = 1_000

/** Those that are open, the one that has not moved for longest first. */
export const listOpenMatches = (db: Queryable) =>
  db.select().from(matches).where(isOpen).orderBy(matches.movedAt).limit(mostOpen)

/** With names, for a few matches. */
export const listMatchesById = (db: Queryable, ids: readonly number[]) =>
  selectMatches(db).where(inArray(matches.id, [...ids]))

export type TodaysMeetingRow = Awaited<ReturnType<typeof listTodaysMeetings>>[number]

/** A booked meeting has both. */
const known = (moment: typeof matches.startsAt | typeof matches.endsAt) =>
  sql<Date>`${moment}`.mapWith(moment)

const today = sql`(now() at time zone ${programZone})::date`

/** Booked meetings of the program's day, also one that began on the evening before. None takes a day. */
export const listTodaysMeetings = (db: Queryable) =>
  db
    .select({ ...columns, startsAt: known(matches.startsAt), endsAt: known(matches.endsAt) })
    .from(matches)
    .innerJoin(users, eq(users.id, matches.partnerId))
    .innerJoin(entrepreneurs, eq(entrepreneurs.id, matches.entrepreneurId))
    .where(
      and(
        sql`${matches.state} = 'booked'`,
        lt(matches.startsAt, beginningOf(sql`(${today} + 1)`)),
        gt(matches.startsAt, beginningOf(sql`(${today} - 1)`)),
        gt(matches.endsAt, beginningOf(today)),
      ),
    )
    .orderBy(matches.startsAt)

type OfOne = { partnerId: number } | { entrepreneurId: number }

const isOf = (of: OfOne) =>
  'partnerId' in of
    ? eq(matches.partnerId, of.partnerId)
    : eq(matches.entrepreneurId, of.entrepreneurId)

/** Their introductions, but one, and the outcome: all, or those that they know of. */
export async function countOffers(
  db: Queryable,
  of: OfOne & { besides?: number; isTold?: boolean },
) {
  const isOther = of.besides === undefined ? undefined : ne(matches.id, of.besides)
  const rows = await db
    .select({ state: matches.state, count: count() })
    .from(matches)
    .where(and(isOf(of), isOther, of.isTold ? isShown : undefined))
    .groupBy(matches.state)
  return {
    offers: rows.reduce((sum, row) => sum + row.count, 0),
    hasOpen: rows.some(({ state }) => state !== 'ended' && state !== 'succeeded'),
    hasSucceeded: rows.some(({ state }) => state === 'succeeded'),
  }
}

export async function findOpenMatch(db: Queryable, of: OfOne) {
  const [row] = await db
    .select({ id: matches.id, partnerId: matches.partnerId })
    .from(matches)
    .where(and(isOf(of), isOpen))
  return row ?? null
}

export async function listPartnersOf(db: Queryable, entrepreneurId: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: matches.partnerId })
    .from(matches)
    .where(eq(matches.entrepreneurId, entrepreneurId))
  return rows.map(({ id }) => id)
}

/** Whether one of someone's matches is open or succeeded, written in the transaction that changes it. */
export async function updateHasMatch(tx: Transaction, partnerId: number): Promise<void> {
  await tx.execute(sql`
    update users set has_match = found.has_match
    from (select exists (
      select from ${matches} where ${matches.partnerId} = ${partnerId} and ${matches.state} <> 'ended'
    ) as has_match) found
    where users.id = ${partnerId} and users.has_match <> found.has_match`)
}

export async function getMeetingSettings(db: Queryable) {
  const [row] = await db
    .select({ sealedRoom: meetingSettings.sealedRoom, minutes: meetingSettings.minutes })
    .from(meetingSettings)
  return row ?? { sealedRoom: null, minutes: 45 }
}
