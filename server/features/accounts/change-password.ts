import { and, eq } from 'drizzle-orm'
import type { ChangePasswordRequest } from '@shared/accounts'
import type { Actor } from '../../ctx'
import type { Database } from '../../db/client'
import { passwordResets } from '../../db/schema/mail'
import { users } from '../../db/schema/users'
import { endOtherSessions } from '../../db/user-sessions'
import { badRequest, unauthorized } from '../../errors'
import type { Caller } from '../../http/caller'
import type { RateLimits } from '../../http/rate-limits'
import { recordEvent } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { sendLetter } from '../mail/send-letter'
import { dropWaitingChange } from './email-change/queries'
import { findPasswordFlaw } from './password-flaw'
import type { Passwords } from './passwords'
import { reauthenticate } from './reauthenticate'
import {
  findLoginOwnerById,
  newPasswordColumns,
  passwordVersion as currentVersion,
  sessionColumns,
} from './queries'
import type { SessionUser } from '../../http/session'

const stillOneTime = 'Choose a password that’s different from the one-time password.'

/**
 * Sets a new password for someone who proves to know the present one, ends their sessions, invalidates a
 * mailed reset link, and tells them by mail. Returns the user to log in again. Throws 400 at the field that
 * is wrong, 429 like a login.
 */
export async function changePassword(input: {
  db: Database
  passwords: Passwords
  limits: RateLimits
  mail: MailDeps
  by: Actor
  /** The version of the password that the session began with. */
  passwordVersion: string
  change: ChangePasswordRequest
  sessionId: string
  caller: Caller
}): Promise<SessionUser> {
  const { db, passwords, limits, mail, by, passwordVersion, change, sessionId, caller } = input
  const { currentPassword, newPassword, code } = change
  const owner = await findLoginOwnerById(db, by.id)
  const flaw = owner && (await findPasswordFlaw(newPassword, owner))
  if (flaw) throw badRequest(flaw, { newPassword: flaw })
  if (owner?.oneTimePasswordUntil && newPassword === currentPassword) {
    throw badRequest(stillOneTime, { newPassword: stillOneTime })
  }
  const deps = { db, passwords, limits, sealer: mail.sealer }
  await reauthenticate(deps, { by, password: currentPassword, code, caller })
  const passwordHash = await passwords.hash(newPassword, {
    caller,
    async checkAgain() {
      const current = await findLoginOwnerById(db, by.id)
      if (current?.passwordVersion !== passwordVersion) throw unauthorized()
    },
  })

  return db.transaction(async (tx) => {
    // First, as in a reset. In the opposite order the two could deadlock.
    await tx.delete(passwordResets).where(eq(passwordResets.userId, by.id))
    const [changed] = await tx
      .update(users)
      .set(newPasswordColumns(passwordHash))
      // Fails when another change came first, as that one has ended this session.
      .where(and(eq(users.id, by.id), eq(currentVersion, passwordVersion)))
      .returning(sessionColumns)
    if (!changed) throw unauthorized()
    await dropWaitingChange(tx, by.id)
    await endOtherSessions(tx, by.id, sessionId)
    await recordEvent(tx, by, 'account.password-changed', { object: `user:${by.id}` })
    await sendLetter(tx, mail, { letter: 'password-changed', to: by.id })
    return changed
  })
}
