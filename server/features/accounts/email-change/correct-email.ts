import { emailCorrectionMs } from '@shared/sessions'
import type { Ctx } from '../../../ctx'
import type { Queryable } from '../../../db/client'
import { holdSession } from '../../../db/user-sessions'
import { badRequest, conflict, unauthorized } from '../../../errors'
import type { RateLimits } from '../../../http/rate-limits'
import { recordEvent } from '../../audit/record-event'
import { findBounced } from '../../mail/queries'
import { sendLetter } from '../../mail/send-letter'
import { emailIsTaken, getAccount, requireAccount, type AccountRow } from '../queries'
import { linkExpiry, ownEmail } from './ask-email-change'
import { setEmail } from './make-email-change'
import { findChange, isEmailConfirmed, lockAccount } from './queries'
import { emailChanges } from '../../../db/schema/logins'
import { sendWelcome } from './confirm-email'
import { forgetWelcome } from '../../mail/queue-mail'

const tooLate = 'Your email can’t be corrected here anymore. You can change it in your account.'
const taken = 'Another account already uses this email.'

/** Until when a session may correct the email that it signed up with; null when it may not. */
export async function findCorrectionEnd(
  db: Queryable,
  userId: number,
  registeredAt: number | undefined,
): Promise<Date | null> {
  const end = new Date((registeredAt ?? 0) + emailCorrectionMs)
  if (end.getTime() <= Date.now()) return null
  const account = await getAccount(db, userId)
  return account && (await isUnsettled(db, account)) ? end : null
}

/** No one has decided about the person, read mail at the address, or asked for another one. */
const isUnsettled = async (db: Queryable, account: AccountRow) =>
  account.status === 'pending' &&
  !(await findChange(db, account.id)) &&
  !(await isEmailConfirmed(db, account))

/**
 * Corrects, once and within an hour, an email that was mistyped at sign-up. The password is not asked for:
 * the session is the one that chose it and typed the address, and no other session may do this. A link to
 * the new address is not waited for either, as the one before was not confirmed.
 *
 * The welcome is written again, to the new address. The address before is told that it was removed, so that
 * its owner can object if someone else sat down at their computer. Since the address may be a stranger's, the
 * letter names no one, not even by the first name or the new address. One that refused our mail is told nothing.
 *
 * Throws 400 for the same email, 409 when it can't be corrected anymore or someone has the new one, and 429
 * after five tries an hour.
 */
export async function correctEmail(
  ctx: Ctx,
  limits: Pick<RateLimits, 'consume'>,
  email: string,
  /** The session that asks, and when its owner signed up with it, if they did. */
  session: { id: string; registeredAt: number | undefined },
): Promise<AccountRow> {
  const { id: userId } = ctx.by
  await limits.consume(['emailCorrection', String(userId)], ['emailChangeTo', email.toLowerCase()])
  return ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    const person = await lockAccount(tx, userId)
    if (!person || person.closesAt || !(await holdSession(tx, { sid: session.id, userId })))
      throw unauthorized()
    if (!(await findCorrectionEnd(tx, userId, session.registeredAt))) throw conflict(tooLate)
    if (person.email.toLowerCase() === email.toLowerCase())
      throw badRequest(ownEmail, { email: ownEmail })
    if (await emailIsTaken(tx, email)) throw conflict(taken, { email: taken })

    const hasBounced = (await findBounced(tx, [userId])).length > 0
    await setEmail(inTx, person, email, session.id)
    // For a day, which is longer than the hour: there is no second time.
    await tx.insert(emailChanges).values({
      userId,
      newEmail: email,
      previousEmail: person.email,
      way: 'link',
      expiresAt: linkExpiry,
    })
    await recordEvent(inTx, 'account.email-corrected', `user:${userId}`)
    const account = await requireAccount(tx, userId)
    if (account.kind === 'partner') {
      await forgetWelcome(tx, userId)
      await sendWelcome(inTx, account)
    }
    if (!hasBounced) await sendLetter(inTx, { letter: 'email-corrected', to: person })
    return account
  })
}
