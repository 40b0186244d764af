import { and, eq, gt, sql } from 'drizzle-orm'
import { emailConfirmationHours } from '@shared/profile-completion'
import { pages } from '@shared/pages'
import type { Ctx, EventSource, TxCtx, Visitor } from '../../../ctx'
import type { Transaction } from '../../../db/client'
import { conflict, forbidden, unauthorized } from '../../../errors'
import type { RateLimits } from '../../../http/rate-limits'
import { hashToken, newToken } from '../../../tokens'
import { recordEvent } from '../../audit/record-event'
import { isMailConfigured } from '../../mail/find-sender'
import { sendLetter } from '../../mail/send-letter'
import type { AccountRow } from '../queries'
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
    if (await isEmailConfirmed(tx, person)) throw conflict('Your email is already confirmed.')
    const token = await drawToken(tx, person)
    await sendLetter(inTx, { letter: 'email-confirmation', to: person, values: { token } })
  })
}

/** A token that confirms someone's email, in place of one from before. */
async function drawToken(tx: Transaction, { id: userId, email }: { id: number; email: string }) {
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
  return token
}

/** The mail that welcomes an applicant, by which they can confirm their email unless they have. */
export async function sendWelcome(ctx: TxCtx<EventSource>, applicant: AccountRow): Promise<void> {
  const { db: tx, env } = ctx
  if (await isEmailConfirmed(tx, applicant))
    return sendLetter(ctx, { letter: 'welcome', to: applicant })
  const address = `${env.publicOrigin}${pages.verifyEmail}#token=${await drawToken(tx, applicant)}`
  const asked = `Please confirm your email so we can introduce you. The link works for ${emailConfirmationHours} hours:`
  await sendLetter(ctx, {
    letter: 'welcome',
    to: applicant,
    added: `${asked}\n\n${address}`,
    button: { label: 'Confirm My Email', address },
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
