import type { Ctx } from '../../ctx'
import { endSessions } from '../../db/user-sessions'
import { conflict, forbidden, orNotFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { sendLetter } from '../mail/send-letter'
import type { LoginAttempt, LoginTools } from './check-login'
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
  ctx: Ctx,
  tools: LoginTools,
  userId: number,
  attempt: Omit<LoginAttempt, 'email'>,
): Promise<void> {
  if (orNotFound(await getAccount(ctx.db, userId)).isAdmin)
    throw forbidden('Turn off your own two-step login on the Account page.', 'administrator')
  await reauthenticate(ctx, tools, attempt)

  await ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    if (!(await dropSecondFactor(tx, userId))) throw conflict(alreadyOff)
    await endSessions(tx, userId)
    await recordEvent(inTx, 'account.second-factor-off', `user:${userId}`)
    await sendLetter(tx, inTx, { letter: 'second-factor-off', to: userId })
  })
}
