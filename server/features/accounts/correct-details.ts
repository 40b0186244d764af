import { eq } from 'drizzle-orm'
import { correctedDetails, type CorrectDetailsRequest } from '@shared/accounts'
import type { Actor } from '../../ctx'
import { users } from '../../db/schema/users'
import { forbidden, unauthorized } from '../../errors'
import type { Proof } from '../../http/guards'
import { recordEvent } from '../audit/record-event'
import { noteContactConsent } from '../consents/record-consents'
import type { MailDeps } from '../mail/find-sender'
import { rewriteLetters } from '../matches/rewrite-letters'
import { recheckContact } from '../referrals/recheck-holds'
import type { LoginDeps } from './check-login'
import { accountColumns, getAccount, type AccountRow } from './queries'
import { requireProof } from './reauthenticate'

/**
 * Corrects someone's own name and phone once they proved who they are. The trail says which of them changed,
 * not from what or to what. Throws like `requireProof`.
 */
export async function correctDetails(
  input: LoginDeps & {
    mail: MailDeps
    correction: CorrectDetailsRequest
    proof: Proof
    by: Actor
  },
): Promise<AccountRow> {
  const { mail, correction, proof, by, ...deps } = input
  if (by.isAdmin) throw forbidden('Administrators have no details to correct.', 'administrator')
  const details = correctedDetails.parse(correction)
  await requireProof(deps, by, proof)

  return deps.db.transaction(async (tx) => {
    const before = await getAccount(tx, by.id)
    if (!before) throw unauthorized()
    const fields = correctedDetails.keyof().options
    const changed = fields.filter((field) => before[field] !== details[field])
    if (changed.length === 0) return before
    const [after] = await tx
      .update(users)
      .set(details)
      .where(eq(users.id, by.id))
      .returning(accountColumns)
    if (!after) throw unauthorized()
    await recheckContact(tx, deps.sealer, by.id, by)
    await noteContactConsent(tx, by.id)
    await rewriteLetters(tx, mail, { side: 'partner', id: by.id, what: 'details' })
    await recordEvent(tx, by, 'account.details-corrected', {
      object: `user:${by.id}`,
      details: { fields: changed.join(', ') },
    })
    return after
  })
}
