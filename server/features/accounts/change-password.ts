import { and, eq } from 'drizzle-orm'
import type { ChangePasswordRequest } from '@shared/accounts'
import type { Ctx } from '../../ctx'
import { passwordResets } from '../../db/schema/mail'
import { users } from '../../db/schema/users'
import { endOtherSessions } from '../../db/user-sessions'
import { badRequest, unauthorized } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { sendLetter } from '../mail/send-letter'
import type { LoginTools } from './check-login'
import { dropWaitingChange } from './email-change/queries'
import { findPasswordFlaw } from './password-flaw'
import { reauthenticate } from './reauthenticate'
import {
  findLoginOwnerById,
  newPasswordColumns,
  passwordVersion as currentVersion,
  sessionColumns,
} from './queries'
import type { SessionUser } from '../../http/session'
import type { Caller } from '../../http/client-address'

const stillOneTime = 'Choose a password that’s different from the one-time password.'

/**
 * Sets a new password for someone who proves to know the present one, ends their sessions, invalidates a
 * mailed reset link, and tells them by mail. Returns the user to log in again. Throws 400 at the field that
 * is wrong, 429 like a login.
 */
export async function changePassword(
  ctx: Ctx,
  tools: LoginTools,
  change: ChangePasswordRequest,
  /** `passwordVersion`: of the password that the session began with. */
  session: { id: string; passwordVersion: string; caller: Caller },
): Promise<SessionUser> {
  const { currentPassword, newPassword, code } = change
  const { passwordVersion, caller } = session
  const { id: userId } = ctx.by
  const owner = await findLoginOwnerById(ctx.db, userId)
  const flaw = owner && (await findPasswordFlaw(newPassword, owner))
  if (flaw) throw badRequest(flaw, { newPassword: flaw })
  if (owner?.oneTimePasswordUntil && newPassword === currentPassword) {
    throw badRequest(stillOneTime, { newPassword: stillOneTime })
  }
  await reauthenticate(ctx, tools, { password: currentPassword, code, caller })
  const passwordHash = await tools.passwords.hash(newPassword, {
    caller,
    async checkAgain() {
      const current = await findLoginOwnerById(ctx.db, userId)
      if (current?.passwordVersion !== passwordVersion) throw unauthorized()
    },
  })

  return ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    // First, as in a reset. In the opposite order the two could deadlock.
    await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
    const [changed] = await tx
      .update(users)
      .set(newPasswordColumns(passwordHash))
      // Fails when another change came first, as that one has ended this session.
      .where(and(eq(users.id, userId), eq(currentVersion, passwordVersion)))
      .returning(sessionColumns)
    if (!changed) throw unauthorized()
    await dropWaitingChange(tx, userId)
    await endOtherSessions(tx, userId, session.id)
    await recordEvent(inTx, 'account.password-changed', `user:${userId}`)
    await sendLetter(inTx, { letter: 'password-changed', to: userId })
    return changed
  })
}
