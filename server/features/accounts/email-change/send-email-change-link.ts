import { eq } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import { emailChanges } from '../../../db/schema/email-changes'
import { hashToken, newToken } from '../../../tokens'
import type { MailDeps } from '../../mail/find-sender'
import { sendLetter } from '../../mail/send-letter'
import { findLoginOwner } from '../queries'
import { findWaitingChange, holdAccount } from './queries'

/**
 * The job: mails the new address its link or, when that is someone's already, tells its owner. Whoever
 * asked cannot tell the two apart.
 */
export async function sendEmailChangeLink(input: {
  db: Database
  mail: MailDeps
  userId: number
}): Promise<void> {
  const { db, mail, userId } = input
  await db.transaction(async (tx) => {
    const person = await holdAccount(tx, userId)
    if (!person) return
    const change = await findWaitingChange(tx, userId)
    if (change?.way !== 'link') return
    const { newEmail } = change
    const holder = await findLoginOwner(tx, newEmail)
    if (holder) {
      await sendLetter(tx, mail, { letter: 'email-taken', to: holder })
      return
    }
    const token = newToken()
    await tx
      .update(emailChanges)
      .set({ confirmHash: hashToken(token) })
      .where(eq(emailChanges.userId, userId))
    const to = { ...person, email: newEmail }
    await sendLetter(tx, mail, { letter: 'email-change-link', to, values: { token } })
  })
}
