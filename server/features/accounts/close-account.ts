import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { closingDays } from '@shared/accounts'
import { lazily } from '@shared/lazily'
import type { Ctx } from '../../ctx'
import { passwordResets } from '../../db/schema/mail'
import { users } from '../../db/schema/users'
import { endOtherSessions } from '../../db/user-sessions'
import { forbidden, unauthorized } from '../../errors'
import type { Proof } from '../../http/guards'
import { recordEvent } from '../audit/record-event'
import { sendLetter } from '../mail/send-letter'
import type { LoginTools } from './check-login'
import { dropWaitingChange } from './email-change/queries'
import { accountColumns, requireAccount, type AccountRow } from './queries'
import { requireProof } from './reauthenticate'

/** In the zone of the program's office hours. */
const day = lazily(
  () => new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' }),
)

/**
 * Begins to close someone's own account: from now on they can only keep it, and in seven days everything
 * of it is removed. Ends their other sessions and mailed links, and tells them by mail. Throws 403 for the
 * administrator's account, otherwise like `requireProof`.
 */
export async function closeAccount(
  ctx: Ctx,
  tools: LoginTools,
  proof: Proof,
  sessionId: string,
): Promise<AccountRow> {
  const { id: userId, isAdmin } = ctx.by
  if (isAdmin) throw forbidden('The administrator’s account can’t be closed.', 'administrator')
  await requireProof(ctx, tools, proof)

  return ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    // First, as in a reset. In the opposite order the two could deadlock.
    await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
    const [account] = await tx
      .update(users)
      .set({
        // Asked twice, the first time counts.
        closesAt: sql`coalesce(${users.closesAt}, now() + make_interval(days => ${closingDays}))`,
      })
      .where(eq(users.id, userId))
      .returning(accountColumns)
    if (!account?.closesAt) throw unauthorized()
    await dropWaitingChange(tx, userId)
    await endOtherSessions(tx, userId, sessionId)
    const details = { closesAt: account.closesAt.toISOString() }
    await recordEvent(inTx, 'account.closing', `user:${userId}`, details)
    const values = { closesOn: day().format(account.closesAt) }
    await sendLetter(inTx, { letter: 'closing', to: account, values })
    return account
  })
}

/**
 * Keeps an account that its owner was closing, up to the moment it is removed: the first to lock the row,
 * this or the removal, wins. Throws 401 when it is gone.
 */
export async function keepAccount(ctx: Ctx): Promise<AccountRow> {
  const { id: userId } = ctx.by
  return ctx.tx(async (inTx) => {
    const { rowCount } = await inTx.db
      .update(users)
      .set({ closesAt: null })
      .where(and(eq(users.id, userId), isNotNull(users.closesAt)))
    const account = await requireAccount(inTx.db, userId)
    if (rowCount) await recordEvent(inTx, 'account.kept', `user:${userId}`)
    return account
  })
}
