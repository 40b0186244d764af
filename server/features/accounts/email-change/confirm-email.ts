import { and, eq, gt, sql } from 'drizzle-orm'
import { emailConfirmationHours } from '@shared/profile-completion'
import type { Ctx, Visitor } from '../../../ctx'
import { conflict, forbidden, unauthorized } from '../../../errors'
import type { RateLimits } from '../../../http/rate-limits'
import { hashToken, newToken } from '../../../tokens'
import { recordEvent } from '../../audit/record-event'
import { isMailConfigured } from '../../mail/find-sender'
import { sendLetter } from '../../mail/send-letter'
import { deadLink, isEmailConfirmed, lockAccount, markEmailConfirmed } from './queries'
import { emailConfirmations } from '../../../db/schema/logins'

/**
 * Mails someone a link that confirms the email they log in with, in place of one from before. Throws
 * 403 for the administrator, 409 when the email is confirmed already or no sender is configured, 429 after
 * three an hour.
 */
export async function sendConfirmationLink(
  ctx: Ctx,
  limits: Pick<RateLimits, 'consume'>,
): Promise<void> {
  const { db, env, by } = ctx
  if (by.isAdmin) throw forbidden('The administrator has no profile to complete.', 'administrator')
  if (!(await isMailConfigured(db, env))) throw conflict('We can’t send email at the moment.')
  await limits.consume(['emailConfirmation', String(by.id)])
  await ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    const person = await lockAccount(tx, by.id)
    if (!person) throw unauthorized()
    const { id: userId, email } = person
    if (await isEmailConfirmed(tx, person)) throw conflict('Your email is already confirmed.')
    const token = newToken()
    const link = {
      email,
      tokenHash: hashToken(token),
      expiresAt: sql`now() + make_interval(hours => ${emailConfirmationHours})`,
      confirmedAt: null,
    }
    await tx
      .insert(emailConfirmations)
      .values({ userId, ...link })
      .onConflictDoUpdate({ target: emailConfirmations.userId, set: link })
    await sendLetter(inTx, { letter: 'email-confirmation', to: person, values: { token } })
  })
}

/** Confirms the email of an account by the link that was mailed to it, once. Throws 400 for a dead link. */
export async function confirmEmail(ctx: Ctx<Visitor>, token: string): Promise<void> {
  const isAlive = and(
    eq(emailConfirmations.tokenHash, hashToken(token)),
    gt(emailConfirmations.expiresAt, sql`now()`),
  )
  await ctx.tx(async ({ db: tx, by }) => {
    const find = async () => (await tx.select().from(emailConfirmations).where(isAlive))[0]
    const asked = await find()
    const person = asked && (await lockAccount(tx, asked.userId))
    // Read again under the lock: another request may have used or replaced the link.
    const link = await find()
    if (!person || link?.email.toLowerCase() !== person.email.toLowerCase()) throw deadLink()
    await markEmailConfirmed(tx, { userId: person.id, email: person.email })
    const theirs = { db: tx, by: { ...by, id: person.id } }
    await recordEvent(theirs, 'account.email-confirmed', `user:${person.id}`)
  })
}
