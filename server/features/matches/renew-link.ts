import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx'
import { matches } from '../../db/schema/matches'
import { conflict, onlyRow } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { newLink } from './links'
import { canRenewLink } from './policy'
import { queueMatchLetters } from './queue-letters'
import { lockWithPeople } from './take-step'

/** Replaces the entrepreneur's link and mails the new one. Throws 404, or 409 once it is over. */
export async function renewLink(ctx: Ctx, matchId: number): Promise<string> {
  return ctx.tx(async (inTx) => {
    const { db: tx, sealer } = inTx
    const { match } = await lockWithPeople(tx, matchId)
    if (!canRenewLink(match)) throw conflict('This introduction is over.')
    const { token, columns } = newLink(sealer, matchId)
    const inviteSequence = sql`${matches.inviteSequence} + 1`
    const after = onlyRow(
      await tx
        .update(matches)
        .set({ ...columns, inviteSequence })
        .where(eq(matches.id, matchId))
        .returning(),
    )
    await recordEvent(inTx, 'match.link-renewed', `match:${matchId}`)
    await queueMatchLetters(inTx, { before: match, after, by: 'administrator' })
    return token
  })
}
