import { eq } from 'drizzle-orm'
import type { Ctx, EventSource } from '../../ctx'
import { entrepreneurs } from '../../db/schema/entrepreneurs'
import { conflict } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { findOpenMatch, updateHasMatch } from '../matches/queries'
import { lockWithPartners } from '../matches/take-step'
import { leaveMatches } from '../matches/write-match'
import { listWithdrawnIds } from './queries'

/** How long an entrepreneur who withdrew stays on record. */
const keptDays = 365

/**
 * Removes an entrepreneur with every introduction and every mail to or about them. A match that both had accepted
 * stays, without them. Throws 404 without one, 409 while an introduction is open.
 */
export async function deleteEntrepreneur(ctx: Ctx<EventSource>, id: number): Promise<void> {
  await ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    const { partnerIds } = await lockWithPartners(tx, id)
    if (await findOpenMatch(tx, { entrepreneurId: id })) {
      throw conflict('This entrepreneur is in an introduction. Please end it first.')
    }
    await leaveMatches(tx, id)
    await tx.delete(entrepreneurs).where(eq(entrepreneurs.id, id))
    for (const partnerId of partnerIds) await updateHasMatch(tx, partnerId)
    await recordEvent(inTx, 'entrepreneur.deleted', `entrepreneur:${id}`)
  })
}

/** Removes entrepreneurs who withdrew a year ago. */
export async function removeWithdrawn(ctx: Ctx<EventSource>): Promise<void> {
  for (const id of await listWithdrawnIds(ctx.db, keptDays)) await deleteEntrepreneur(ctx, id)
}
