import { resetMinutes } from '@shared/accounts'
import type { Ctx, Visitor } from '../../ctx'
import { addJob } from '../../db/add-job'
import { passwordResets } from '../../db/schema/mail'
import { notFound } from '../../errors'
import { hashToken, newToken } from '../../tokens'
import { recordEvent } from '../audit/record-event'
import { isMailConfigured } from '../mail/find-sender'
import { sendLetter } from '../mail/send-letter'
import { findLoginOwner } from './queries'

/**
 * Has a link sent to the owner of this address, if there is one. All that depends on the account happens
 * later, in a job: the answer and the time it takes tell nothing. Throws 404 without a mail sender.
 */
export async function requestPasswordReset(ctx: Ctx<Visitor>, email: string): Promise<void> {
  if (!(await isMailConfigured(ctx.db, ctx.env)))
    throw notFound('Passwords cannot be reset by email here.')
  await ctx.tx(({ db: tx, by }) =>
    addJob(tx, 'request-password-reset', { email, ...by }, { isUrgent: true }),
  )
}

/** The job: a new link, which makes the one before it worthless, and the mail that carries it. */
export async function sendResetLink(ctx: Ctx<Visitor>, email: string): Promise<void> {
  const token = newToken()
  await ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    const owner = await findLoginOwner(tx, email)
    await recordEvent(inTx, 'account.reset-requested', owner ? `user:${owner.id}` : undefined)
    if (!owner) return
    const link = {
      tokenHash: hashToken(token),
      expiresAt: new Date(Date.now() + resetMinutes * 60_000),
      spentAt: null,
    }
    await tx
      .insert(passwordResets)
      .values({ userId: owner.id, ...link })
      .onConflictDoUpdate({ target: passwordResets.userId, set: link })
    await sendLetter(inTx, { letter: 'reset', to: owner, values: { token } })
  })
}
