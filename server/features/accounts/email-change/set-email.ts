import { eq } from 'drizzle-orm'
import { violatesUnique, type Transaction } from '../../../db/client'
import { passwordResets } from '../../../db/schema/mail'
import { users } from '../../../db/schema/users'
import { endOtherSessions, endSessions } from '../../../db/user-sessions'
import type { Sealer } from '../../../db/sealing'
import { conflict } from '../../../errors'
import { forgetNotices } from '../../mail/forget-notices'
import { portalItself } from '../../audit/record-event'
import { redirectMails } from '../../mail/redirect-mails'
import { recheckContact } from '../../referrals/recheck-holds'

/**
 * Gives an account another email, and everything that goes by it: mails that wait follow, reset links to the
 * old address die, and sessions end but for the one named. The account is held by the transaction. Throws
 * 409 when someone else has the address by now.
 */
export async function setEmail(
  tx: Transaction,
  change: {
    sealer: Sealer
    person: { id: number; email: string }
    email: string
    keptSession?: string
  },
): Promise<void> {
  const { sealer, person, email, keptSession } = change
  const { id: userId, email: from } = person
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
  try {
    await tx.update(users).set({ email }).where(eq(users.id, userId))
  } catch (error) {
    if (violatesUnique(error, 'users_email_unique')) {
      throw conflict('Another account now uses this email, so nothing was changed.')
    }
    throw error
  }
  await recheckContact(tx, sealer, userId, portalItself)
  await redirectMails(tx, { userId, from, to: email })
  await forgetNotices(tx, { paths: [], called: [from] })
  if (keptSession === undefined) await endSessions(tx, userId)
  else await endOtherSessions(tx, userId, keptSession)
}
