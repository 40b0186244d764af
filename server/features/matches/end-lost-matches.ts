import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { closingDays } from '@shared/accounts'
import type { MatchEnd } from '@shared/matches'
import type { Database, Queryable } from '../../db/client'
import { idRanges } from '../../db/id-ranges'
import { isOpenIn, matches } from '../../db/schema/matches'
import { users } from '../../db/schema/users'
import { portalItself } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { findOpenMatch, linkDays } from './queries'
import { takeStep, type Taker } from './take-step'

/** As long as a decision about the partner can be undone before anyone else was told. */
const graceSeconds = 60
const batchSize = 500

/** Ends the open introduction of a locked partner or entrepreneur, if there is one. */
export async function endOpenMatch(
  db: Queryable,
  mail: MailDeps,
  ending: {
    of: { partnerId: number } | { entrepreneurId: number }
    because: MatchEnd
    by: Taker
  },
): Promise<void> {
  const { of, because, by } = ending
  const open = await findOpenMatch(db, of)
  if (open) await takeStep({ db, mail, matchId: open.id, step: { kind: 'end', because }, by })
}

/** In a query on matches with their partner: who takes part no longer, and has not for a minute. */
const isLost = sql`(${users.status} <> 'approved'
    and coalesce(${users.statusAt}, '-infinity') <= now() - make_interval(secs => ${graceSeconds}))
  or ${users.closesAt} <= now() + make_interval(days => ${closingDays}, secs => ${-graceSeconds})`

/**
 * Ends the open matches of partners who were rejected or reset, or who close their account. What fails does not
 * hold up the others; it is tried again with the next run.
 */
export async function endLostMatches({
  db,
  mail,
}: {
  db: Database
  mail: MailDeps
}): Promise<void> {
  const lost = await db
    .select({ id: matches.id })
    .from(matches)
    .innerJoin(users, eq(users.id, matches.partnerId))
    .where(and(isOpenIn(matches), sql`(${isLost})`))
    .orderBy(asc(matches.id))
    .limit(batchSize)
  const failures: unknown[] = []
  for (const { id } of lost) {
    await endIfLost(db, mail, id).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function endIfLost(db: Database, mail: MailDeps, matchId: number): Promise<void> {
  await db.transaction(async (tx) => {
    // Looked at again under the lock: the decision may have been undone at the last moment.
    const [partner] = await tx
      .select({ id: users.id })
      .from(users)
      .innerJoin(matches, eq(matches.partnerId, users.id))
      .where(and(eq(matches.id, matchId), sql`(${isLost})`))
      .for('no key update', { of: users })
    if (!partner) return
    const ending = { because: 'partner-gone', by: { as: 'portal', source: portalItself } } as const
    await endOpenMatch(tx, mail, { of: { partnerId: partner.id }, ...ending })
  })
}

/** Removes links and addresses of video rooms of what has been over for two weeks. */
export async function removeOldLinks(db: Database): Promise<void> {
  for await (const { after, upTo } of idRanges(db, matches, batchSize)) {
    await db
      .update(matches)
      .set({ tokenHash: null, sealedToken: null, sealedLink: null })
      .where(
        and(
          gt(matches.id, after),
          lte(matches.id, upTo),
          sql`not (${isOpenIn(matches)})`,
          sql`coalesce(${matches.tokenHash}, ${matches.sealedLink}) is not null`,
          sql`${matches.movedAt} <= now() - make_interval(days => ${linkDays})`,
        ),
      )
  }
}
