import type { Reauthentication } from '@shared/accounts'
import type { Actor } from '../../ctx'
import { endSessions } from '../../db/user-sessions'
import { conflict, forbidden, notFound } from '../../errors'
import type { Caller } from '../../http/caller'
import { recordEvent } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { sendLetter } from '../mail/send-letter'
import type { LoginDeps } from './check-login'
import { getAccount } from './queries'
import { reauthenticate } from './reauthenticate'
import { dropSecondFactor } from './set-up-second-factor'

const alreadyOff = 'Two-step login is already off for this user.'

/**
 * Turns two-step login off for a partner who lost both app and recovery codes, ends their sessions, and
 * tells them by mail. The administrator proves first who they are. Throws 403 for the administrator's own,
 * 404 without such a user, 409 when it is off.
 */
export async function removeLostSecondFactor(
  input: LoginDeps & {
    mail: MailDeps
    userId: number
    proof: Reauthentication
    by: Actor
    caller: Caller
  },
): Promise<void> {
  const { mail, userId, proof, by, caller, ...deps } = input
  const user = await getAccount(deps.db, userId)
  if (!user) throw notFound()
  if (user.isAdmin) {
    throw forbidden('Turn off your own two-step login on the Account page.', 'administrator')
  }
  const { currentPassword: password, code } = proof
  await reauthenticate(deps, { by, password, code, caller })

  await deps.db.transaction(async (tx) => {
    if (!(await dropSecondFactor(tx, userId))) throw conflict(alreadyOff)
    await endSessions(tx, userId)
    await recordEvent(tx, by, 'account.second-factor-off', { object: `user:${userId}` })
    await sendLetter(tx, mail, { letter: 'second-factor-off', to: userId })
  })
}
