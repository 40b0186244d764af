import { eq } from 'drizzle-orm'
import { correctedDetails, type CorrectDetailsRequest } from '@shared/accounts'
import type { Ctx } from '../../ctx'
import { users } from '../../db/schema/users'
import { forbidden, unauthorized } from '../../errors'
import type { Proof } from '../../http/guards'
import { recordEvent } from '../audit/record-event'
import { noteContactConsent } from '../consents/record-consents'
import { rewriteLetters } from '../matches/rewrite-letters'
import type { LoginTools } from './check-login'
import { accountColumns, requireAccount, type AccountRow } from './queries'
import { requireProof } from './reauthenticate'
import { recheckContact } from '../rewards/settle-reward'

/**
 * Corrects someone's own name and phone once they proved who they are. The trail says which of them changed,
 * not from what or to what. Throws like `requireProof`.
 */
export async function correctDetails(
  ctx: Ctx,
  tools: LoginTools,
  correction: CorrectDetailsRequest,
  proof: Proof,
): Promise<AccountRow> {
  const { id: userId, isAdmin } = ctx.by
  if (isAdmin) throw forbidden('Administrators have no details to correct.', 'administrator')
  const details = correctedDetails.parse(correction)
  await requireProof(ctx, tools, proof)

  return ctx.tx(async (inTx) => {
    const { db: tx, sealer, by } = inTx
    const before = await requireAccount(tx, userId)
    const fields = correctedDetails.keyof().options
    const changed = fields.filter((field) => before[field] !== details[field])
    if (changed.length === 0) return before
    const [after] = await tx
      .update(users)
      .set(details)
      .where(eq(users.id, userId))
      .returning(accountColumns)
    if (!after) throw unauthorized()
    await recheckContact(tx, sealer, userId, by)
    await noteContactConsent(tx, userId)
    await rewriteLetters(inTx, { side: 'partner', id: userId, what: 'details' })
    const said = { fields: changed.join(', ') }
    await recordEvent(inTx, 'account.details-corrected', `user:${userId}`, said)
    return after
  })
}
