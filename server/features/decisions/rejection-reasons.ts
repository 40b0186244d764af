import { eq } from 'drizzle-orm'
import { defaultReasons, type ReasonKind, type RejectionReasons } from '@shared/decisions'
import type { Ctx } from '../../ctx'
import type { Queryable } from '../../db/client'
import { rejectionReasons } from '../../db/schema/decisions'
import { recordEvent } from '../audit/record-event'

/** The administrator picks from these when rejecting a person, a document or a login, and when asking. */
export async function listReasons(db: Queryable): Promise<RejectionReasons> {
  const edited = await db.select().from(rejectionReasons)
  return { ...defaultReasons, ...Object.fromEntries(edited.map((row) => [row.kind, row.reasons])) }
}

/** Replaces the reasons of one kind; null restores the default ones. */
export async function editReasons(
  ctx: Ctx,
  kind: ReasonKind,
  reasons: string[] | null,
): Promise<RejectionReasons> {
  return ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    if (reasons === null) await tx.delete(rejectionReasons).where(eq(rejectionReasons.kind, kind))
    else
      await tx
        .insert(rejectionReasons)
        .values({ kind, reasons })
        .onConflictDoUpdate({ target: rejectionReasons.kind, set: { reasons } })
    const action = reasons === null ? 'reasons.reset' : 'reasons.changed'
    await recordEvent(inTx, action, `reasons:${kind}`)
    return listReasons(tx)
  })
}
