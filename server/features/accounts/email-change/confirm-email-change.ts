import { eq } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import { emailChanges } from '../../../db/schema/email-changes'
import { badRequest } from '../../../errors'
import type { Visitor } from '../../../http/actor'
import { recordEvent } from '../../audit/record-event'
import type { MailDeps } from '../../mail/find-sender'
import { sendLetter } from '../../mail/send-letter'
import { markEmailConfirmed } from '../email-confirmation/mark-email-confirmed'
import { linkExpiry } from './ask-email-change'
import { findByConfirmLink, findWaitingChange, holdAccount } from './queries'
import { setEmail } from './set-email'

export const deadLink = 'This link has expired or was already used.'

/**
 * Changes the email by the link that was mailed to it, once. All sessions of the account end but for the
 * one that asks. For a day, the link to the address before takes it back. Throws 400 for a dead link, 409
 * when someone else has the address by now.
 */
export async function confirmEmailChange(input: {
  db: Database
  mail: MailDeps
  token: string
  sessionId: string
  by: Visitor
}): Promise<void> {
  const { db, mail, token, sessionId, by } = input
  await db.transaction(async (tx) => {
    const userId = await findByConfirmLink(tx, token)
    const person = userId === null ? null : await holdAccount(tx, userId)
    // Looked at again once no one else can change it.
    if (!person || (await findByConfirmLink(tx, token)) !== person.id)
      throw badRequest(deadLink, { token: 'dead' })
    const change = await findWaitingChange(tx, person.id)
    if (!change) throw badRequest(deadLink, { token: 'dead' })
    await setEmail(tx, { ...mail, person, email: change.newEmail, keptSession: sessionId })
    await markEmailConfirmed(tx, { userId: person.id, email: change.newEmail })
    await tx
      .update(emailChanges)
      .set({ previousEmail: person.email, confirmHash: null, expiresAt: linkExpiry })
      .where(eq(emailChanges.userId, person.id))
    await recordEvent(tx, { ...by, id: person.id }, 'account.email-changed', {
      object: `user:${person.id}`,
      details: { confirmedBy: 'link' },
    })
    await sendLetter(tx, mail, { letter: 'email-changed', to: person })
  })
}
