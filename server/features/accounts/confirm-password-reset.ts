import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { ConfirmResetRequest } from '@shared/accounts'
import { createCtx, type Ctx, type Visitor } from '../../ctx'
import { passwordResets } from '../../db/schema/mail'
import { endSessions } from '../../db/user-sessions'
import { users } from '../../db/schema/users'
import { badRequest } from '../../errors'
import { hashToken } from '../../tokens'
import { recordEvent } from '../audit/record-event'
import { sendLetter } from '../mail/send-letter'
import { dropWaitingChange, markEmailConfirmed } from './email-change/queries'
import { findPasswordFlaw } from './password-flaw'
import type { Passwords } from './passwords'
import { findLoginOwnerById, newPasswordColumns } from './queries'
import type { Caller } from '../../http/client-address'

const deadLink = 'This link has expired or was already used. Please ask for a new one.'

/**
 * Sets a new password, once for each link, ends all sessions of the account and tells its owner by
 * mail. Throws 400 for a dead link or a weak password, which leaves the link alive.
 */
export async function confirmPasswordReset(
  ctx: Ctx<Visitor>,
  passwords: Passwords,
  reset: ConfirmResetRequest,
  caller: Caller,
): Promise<void> {
  const isAlive = and(
    eq(passwordResets.tokenHash, hashToken(reset.token)),
    isNull(passwordResets.spentAt),
    gt(passwordResets.expiresAt, sql`now()`),
  )
  const findOwner = async () => {
    const [link] = await ctx.db
      .select({ userId: passwordResets.userId })
      .from(passwordResets)
      .where(isAlive)
    const owner = link && (await findLoginOwnerById(ctx.db, link.userId))
    if (!owner) throw badRequest(deadLink, { token: 'dead' })
    return owner
  }
  const owner = await findOwner()
  const flaw = await findPasswordFlaw(reset.password, owner)
  if (flaw) throw badRequest(flaw, { password: flaw })
  const passwordHash = await passwords.hash(reset.password, { caller, checkAgain: findOwner })

  await createCtx(ctx, { ...ctx.by, id: owner.id }).tx(async (inTx) => {
    const { db: tx } = inTx
    const [spent] = await tx
      .update(passwordResets)
      .set({ spentAt: sql`now()` })
      .where(isAlive)
      .returning({ userId: passwordResets.userId })
    if (!spent) throw badRequest(deadLink, { token: 'dead' })
    await tx.update(users).set(newPasswordColumns(passwordHash)).where(eq(users.id, owner.id))
    // The link was in a mail to this address.
    await markEmailConfirmed(tx, { userId: owner.id, email: owner.email })
    await dropWaitingChange(tx, owner.id)
    await endSessions(tx, owner.id)
    await recordEvent(inTx, 'account.password-reset', `user:${owner.id}`)
    await sendLetter(inTx, { letter: 'password-changed', to: owner.id })
  })
}
