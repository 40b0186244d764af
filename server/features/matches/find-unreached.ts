import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Side } from '@shared/matches'
import type { Queryable } from '../../db/client'
import { entrepreneurs } from '../../db/schema/entrepreneurs'
import { mails } from '../../db/schema/mail'
import { isOpenIn, matches } from '../../db/schema/matches'
import { users } from '../../db/schema/users'

/** By open match: whose newest letter about it was refused for good. */
export type Unreached = ReadonlyMap<number, Side[]>

/** An address that was corrected since then has refused nothing. */
const isPresentAddress = sql`lower(${mails.recipient}) = lower((
  case ${mails.matchSide} when 'partner' then ${users.email} else ${entrepreneurs.email} end)::text)`

/** A failed mail is due no more: when it was due last is when it failed. */
const triedAt = sql`coalesce(${mails.sentAt}, ${mails.nextAttemptAt})`

export async function findUnreached(db: Queryable, ids: readonly number[]): Promise<Unreached> {
  const newest = await db
    .selectDistinctOn([mails.matchId, mails.matchSide], {
      matchId: matches.id,
      side: mails.matchSide,
      status: mails.status,
    })
    .from(mails)
    .innerJoin(matches, eq(matches.id, mails.matchId))
    .innerJoin(users, eq(users.id, matches.partnerId))
    .leftJoin(entrepreneurs, eq(entrepreneurs.id, matches.entrepreneurId))
    .where(
      and(
        inArray(mails.matchId, [...ids]),
        isOpenIn(matches),
        isPresentAddress,
        inArray(mails.status, ['sent', 'failed']),
      ),
    )
    .orderBy(mails.matchId, mails.matchSide, desc(triedAt), desc(mails.id))
  const unreached = new Map<number, Side[]>()
  for (const { matchId, side, status } of newest)
    if (side && status === 'failed')
      unreached.set(matchId, [...(unreached.get(matchId) ?? []), side])
  return unreached
}
