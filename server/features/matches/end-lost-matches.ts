import { and, asc, eq, sql } from 'drizzle-orm'
import { closingDays } from '@shared/accounts'
import type { MatchEnd } from '@shared/matches'
import type { Ctx, EventSource, TxCtx } from '../../ctx'
import type { Database } from '../../db/client'
import { isOpenIn, matches } from '../../db/schema/matches'
import { users } from '../../db/schema/users'
import { findOpenMatch, linkDays } from './queries'
import { takeStepIn, type Taking } from './take-step'
import { idRanges, isIn } from '../../db/ids'

/** As long as a decision about the partner can be undone before anyone else was told. */
const graceSeconds = 60
const batchSize = 500

/** Ends the open introduction of a locked partner or entrepreneur, if there is one. */
export async function endOpenMatch(
  ctx: Pick<TxCtx<EventSource>, 'db' | 'env' | 'sealer' | 'by'>,
  of: { partnerId: number } | { entrepreneurId: number },
  ending: { because: MatchEnd; as: Taking['as'] },
): Promise<void> {
  const { because, as } = ending
  const open = await findOpenMatch(ctx.db, of)
  if (open) await takeStepIn(ctx, { matchId: open.id, step: { kind: 'end', because }, as })
}

/** In a query on matches with their partner: who takes part no longer, and has not for a minute. */
const isLost = sql`(${users.status} <> 'approved'
    and coalesce(${users.statusAt}, '-infinity') <= now() - make_interval(secs => ${graceSeconds}))
  or ${users.closesAt} <= now() + make_interval(days => ${closingDays}, secs => ${-graceSeconds})`

/**
 * Ends the open matches of partners who were rejected or reset, or who close their account. What fails does not
 * hold up the others; it is tried again with the next run.
 */
export async function endLostMatches(ctx: Ctx<EventSource>): Promise<void> {
  const lost = await ctx.db
    .select({ id: matches.id })
    .from(matches)
    .innerJoin(users, eq(users.id, matches.partnerId))
    .where(and(isOpenIn(matches), sql`(${isLost})`))
    .orderBy(asc(matches.id))
    .limit(batchSize)
  const failures: unknown[] = []
  for (const { id } of lost) {
    await endIfLost(ctx, id).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function endIfLost(ctx: Ctx<EventSource>, matchId: number): Promise<void> {
  await ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    // Looked at again under the lock: the decision may have been undone at the last moment.
    const [partner] = await tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(matches, eq(matches.partnerId, users.id))
      .where(and(eq(matches.id, matchId), sql`(${isLost})`))
      .for('no key update', { of: users })
    if (partner)
      await endOpenMatch(inTx, { partnerId: partner.id }, { because: 'partner-gone', as: 'portal' })
  })
}

/** Removes links and addresses of video rooms of what has been over for two weeks. */
export async function removeOldLinks(db: Database): Promise<number> {
  let removed = 0
  for await (const range of idRanges(db, matches)) {
    const { rowCount } = await db
      .update(matches)
      .set({ tokenHash: null, sealedToken: null, sealedLink: null })
      .where(
        and(
          isIn(matches.id, range),
          sql`not (${isOpenIn(matches)})`,
          sql`coalesce(${matches.tokenHash}, ${matches.sealedLink}) is not null`,
          sql`${matches.movedAt} <= now() - make_interval(days => ${linkDays})`,
        ),
      )
    removed += rowCount ?? 0
  }
  return removed
}

/** Reports partners whose stored match differs from their introductions. */
export async function fsckMatches(db: Database, report: (problem: string) => void): Promise<void> {
  for await (const range of idRanges(db, users)) {
    const { rows } = await db.execute<{ id: number }>(sql`
      select u.id from users u
      where ${isIn(sql`u.id`, range)} and u.has_match <> coalesce(
        (select true from matches m where m.partner_id = u.id and m.state <> 'ended' limit 1), false)
      order by u.id`)
    for (const { id } of rows) {
      report(`Account ${id}: whether it has a match is not what its introductions say`)
    }
  }
}
