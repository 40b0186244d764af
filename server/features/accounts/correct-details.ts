import { eq } from 'drizzle-orm'
import type { CorrectDetailsRequest } from '@shared/accounts'
import { users } from '../../db/schema/users'
import { forbidden, unauthorized } from '../../errors'
import type { Actor } from '../../http/actor'
import type { Caller } from '../../http/caller'
import { recordEvent } from '../audit/record-event'
import { recheckContact } from '../referrals/recheck-holds'
import type { LoginDeps } from './check-login'
import { accountColumns, getAccount, type AccountRow } from './queries'
import { reauthenticate } from './reauthenticate'

const correctable = ['firstName', 'lastName', 'phoneNumber'] as const

/**
 * Corrects someone's own name and phone once they gave the password. The trail says which of them changed,
 * not from what or to what. Throws like `reauthenticate`.
 */
export async function correctDetails(
  input: LoginDeps & { correction: CorrectDetailsRequest; by: Actor; caller: Caller },
): Promise<AccountRow> {
  const { correction, by, caller, ...deps } = input
  if (by.isAdmin) throw forbidden('Administrators have no details to correct.', 'administrator')
  const { currentPassword: password, code, firstName, lastName, phoneNumber } = correction
  await reauthenticate(deps, { by, password, code, caller })

  return deps.db.transaction(async (tx) => {
    const before = await getAccount(tx, by.id)
    if (!before) throw unauthorized()
    const changed = correctable.filter((field) => before[field] !== correction[field])
    if (changed.length === 0) return before
    const [after] = await tx
      .update(users)
      .set({ firstName, lastName, phoneNumber })
      .where(eq(users.id, by.id))
      .returning(accountColumns)
    if (!after) throw unauthorized()
    await recheckContact(tx, deps.sealer, by.id, by)
    await recordEvent(tx, by, 'account.details-corrected', {
      object: `user:${by.id}`,
      details: { fields: changed.join(', ') },
    })
    return after
  })
}
