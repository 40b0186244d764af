import { eq } from 'drizzle-orm'
import type { Ctx, EventSource, TxCtx, Visitor } from '../../../ctx'
import { violatesUnique } from '../../../db/client'
import { passwordResets } from '../../../db/schema/mail'
import { users } from '../../../db/schema/users'
import { endOtherSessions, endSessions } from '../../../db/user-sessions'
import { conflict, orNotFound } from '../../../errors'
import { portalItself, recordEvent } from '../../audit/record-event'
import { sendLetter } from '../../mail/send-letter'
import { rewriteLetters } from '../../matches/rewrite-letters'
import { repeatQuestion } from '../../questions/ask-question'
import { linkExpiry } from './ask-email-change'
import {
  dropWaitingChange,
  findWaitingChange,
  lockAccount,
  lockChange,
  markEmailConfirmed,
} from './queries'
import { emailChanges } from '../../../db/schema/logins'
import { forgetNotices } from '../../mail/notify-support'
import { redirectMails } from '../../mail/queue-mail'
import { recheckContact } from '../../rewards/settle-reward'

const takenByNow = 'Another account now uses this email, so nothing was changed.'
const notThatOne = 'This person no longer wants that email. Please look again.'

/**
 * Changes the email by the link that was mailed to it, once. All sessions of the account end but for the
 * one that asks. For a day, the link to the address before takes it back. Throws 400 for a dead link, 409
 * when someone else has the address by now.
 */
export async function confirmEmailChange(
  ctx: Ctx<Visitor>,
  token: string,
  sessionId: string,
): Promise<void> {
  await ctx.tx(async (inTx) => {
    const { db: tx, by } = inTx
    const { person, change } = await lockChange(tx, 'confirm', token)
    await setEmail(inTx, person, change.newEmail, sessionId)
    await markEmailConfirmed(tx, { userId: person.id, email: change.newEmail })
    await tx
      .update(emailChanges)
      .set({ previousEmail: person.email, confirmHash: null, expiresAt: linkExpiry })
      .where(eq(emailChanges.userId, person.id))
    const theirs = { db: tx, by: { ...by, id: person.id } }
    const details = { confirmedBy: 'link' }
    await recordEvent(theirs, 'account.email-changed', `user:${person.id}`, details)
    await sendLetter(inTx, { letter: 'email-changed', to: person })
  })
}

/**
 * Stops a change by the link that was mailed to the address before, or takes it back within a day. The person
 * who asked knew the password, so every session of the account ends. Throws 400 for a dead link, 409 when
 * someone else has the address by now.
 */
export async function stopEmailChange(ctx: Ctx<Visitor>, token: string): Promise<void> {
  await ctx.tx(async (inTx) => {
    const { db: tx, by } = inTx
    const { person, change } = await lockChange(tx, 'stop', token)
    const previous = change.previousEmail
    if (previous === null) await endSessions(tx, person.id)
    else await setEmail(inTx, person, previous)
    await tx.delete(emailChanges).where(eq(emailChanges.userId, person.id))
    const theirs = { db: tx, by: { ...by, id: person.id } }
    const details = { wasMade: previous !== null }
    await recordEvent(theirs, 'account.email-change-stopped', `user:${person.id}`, details)
  })
}

/**
 * The administrator's answer to a change that waits for them: made, or not. Once it is made, the person is
 * logged out everywhere. Throws 404 without such a user, 409 when another change is waiting or none, or
 * when someone else has the address.
 */
export async function settleEmailChange(
  ctx: Ctx,
  userId: number,
  newEmail: string,
  isConfirmed: boolean,
): Promise<void> {
  await ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    const person = orNotFound(await lockAccount(tx, userId))
    const change = await findWaitingChange(tx, userId)
    if (change?.way !== 'administrator' || change.newEmail !== newEmail) throw conflict(notThatOne)
    await dropWaitingChange(tx, userId)
    const object = `user:${userId}`
    if (!isConfirmed) {
      await recordEvent(inTx, 'account.email-change-declined', object)
      return
    }
    await setEmail(inTx, person, newEmail)
    await sendLetter(inTx, { letter: 'email-changed', to: person })
    await recordEvent(inTx, 'account.email-changed', object, { confirmedBy: 'administrator' })
  })
}

/**
 * Gives a locked account another email, and everything that goes by it: queued mails follow, reset links to
 * the old address die, and sessions end but for the one named. Throws 409 when someone else has the address
 * by now.
 */
export async function setEmail(
  ctx: TxCtx<EventSource>,
  person: { id: number; email: string },
  email: string,
  keptSession?: string,
): Promise<void> {
  const { db: tx, sealer } = ctx
  const { id: userId, email: from } = person
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
  try {
    await tx.update(users).set({ email }).where(eq(users.id, userId))
  } catch (error) {
    if (violatesUnique(error, 'users_email_unique')) throw conflict(takenByNow)
    throw error
  }
  await recheckContact(tx, sealer, userId, portalItself)
  await redirectMails(tx, { userId, from, to: email })
  if (from.toLowerCase() !== email.toLowerCase()) {
    // Asked at the new address as well.
    await rewriteLetters(ctx, { side: 'partner', id: userId, what: 'email' })
    await repeatQuestion(ctx, userId)
  }
  await forgetNotices(tx, { paths: [], called: [from] })
  if (keptSession === undefined) await endSessions(tx, userId)
  else await endOtherSessions(tx, userId, keptSession)
}
