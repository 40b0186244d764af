import { eq } from 'drizzle-orm'
import { adminPasswordMinLength, type ChangePasswordRequest } from '@shared/accounts'
import type { Database } from '../../db/client'
import { users } from '../../db/schema/users'
import { endOtherSessions } from '../../db/user-sessions'
import { badRequest } from '../../http/errors'
import type { RateLimits } from '../../http/rate-limits'
import { recordEvent } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { isCommonPassword, passwordTooCommon, type Passwords } from './passwords'
import { provePassword } from './prove-password'
import { findLoginOwnerById } from './queries'
import { queuePasswordNotice } from './queue-password-notice'

const tooShortForAdmin = `The administrator's password must be at least ${adminPasswordMinLength} characters.`

/**
 * Sets a new password for somebody who proves to know the present one, ends their other sessions and
 * tells them by mail. Throws 400 at the field that is wrong, 429 like a login.
 */
export async function changePassword(input: {
  db: Database
  passwords: Passwords
  limits: RateLimits
  mail: MailDeps
  user: Express.User
  change: ChangePasswordRequest
  sessionId: string
  ip: string
  address: string
}): Promise<void> {
  const { db, passwords, limits, mail, user, change, sessionId, ip, address } = input
  const { currentPassword, newPassword } = change
  const isTooShort = user.isAdmin === 1 && newPassword.length < adminPasswordMinLength
  if (isTooShort) throw badRequest(tooShortForAdmin, { newPassword: tooShortForAdmin })
  const owner = await findLoginOwnerById(db, user.id)
  if (owner && isCommonPassword(newPassword, owner)) {
    throw badRequest(passwordTooCommon, { newPassword: passwordTooCommon })
  }
  const { sealer } = mail
  await provePassword({ db, passwords, limits, sealer }, { user, currentPassword, ip, address })
  const passwordHash = await passwords.hash(newPassword)

  await db.transaction(async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id))
    await endOtherSessions(tx, user.id, sessionId)
    await recordEvent(tx, {
      action: 'account.password-changed',
      actorId: user.id,
      object: `user:${user.id}`,
      ip,
    })
    await queuePasswordNotice(tx, mail, user.id)
  })
}
