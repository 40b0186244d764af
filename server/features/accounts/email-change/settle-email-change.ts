import { conflict, notFound } from '../../../errors'
import type { Database } from '../../../db/client'
import type { Actor } from '../../../http/actor'
import { recordEvent } from '../../audit/record-event'
import type { MailDeps } from '../../mail/find-sender'
import { sendLetter } from '../../mail/send-letter'
import { dropWaitingChange } from './drop-email-change'
import { findWaitingChange, holdAccount } from './queries'
import { setEmail } from './set-email'

const notThatOne = 'This person no longer wants that email. Please look again.'

/**
 * The administrator's answer to a change that waits for them: made, or not. Once it is made, the person is
 * logged out everywhere. Throws 404 without such a user, 409 when it is no longer what waits, or when
 * someone else has the address.
 */
export async function settleEmailChange(input: {
  db: Database
  mail: MailDeps
  userId: number
  newEmail: string
  isConfirmed: boolean
  by: Actor
}): Promise<void> {
  const { db, mail, userId, newEmail, isConfirmed, by } = input
  await db.transaction(async (tx) => {
    const person = await holdAccount(tx, userId)
    if (!person) throw notFound()
    const change = await findWaitingChange(tx, userId)
    if (change?.way !== 'administrator' || change.newEmail !== newEmail) throw conflict(notThatOne)
    if (isConfirmed) {
      await setEmail(tx, { ...mail, person, email: newEmail })
      await sendLetter(tx, mail, { letter: 'email-changed', to: person })
    }
    await dropWaitingChange(tx, userId)
    await recordEvent(
      tx,
      by,
      isConfirmed ? 'account.email-changed' : 'account.email-change-declined',
      {
        object: `user:${userId}`,
        ...(isConfirmed && { details: { confirmedBy: 'administrator' } }),
      },
    )
  })
}
