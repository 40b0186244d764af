import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { closingDays, correctedDetails, type CorrectDetailsRequest } from '@shared/accounts'
import { lazily } from '@shared/lazily'
import type { Ctx, Visitor } from '../../ctx'
import type { Database } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { passwordResets } from '../../db/schema/mail'
import { users } from '../../db/schema/users'
import { endOtherSessions, endSession, endSessions } from '../../db/user-sessions'
import { forbidden, unauthorized, notFound, orNotFound } from '../../errors'
import type { Proof } from '../../http/guards'
import type { SessionUser } from '../../http/session'
import { recordEvent } from '../audit/record-event'
import { noteContactConsent } from '../consents/record-consents'
import { sendLetter } from '../mail/send-letter'
import { rewriteLetters } from '../matches/rewrite-letters'
import { recheckContact } from '../rewards/settle-reward'
import { type LoginTools, requireProof } from './check-login'
import { dropWaitingChange } from './email-change/queries'
import { accountColumns, requireAccount, type AccountRow } from './queries'

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

/**
 * Corrects someone's own name and phone once they proved who they are. The trail says which of them changed,
 * not from what or to what. Throws like `requireProof`.
 */
export async function correctDetails(
  ctx: Ctx,
  tools: LoginTools,
  correction: CorrectDetailsRequest,
  proof: Proof,
): Promise<AccountRow> {
  const { id: userId, isAdmin } = ctx.by
  if (isAdmin) throw forbidden('Administrators have no details to correct.', 'administrator')
  const details = correctedDetails.parse(correction)
  await requireProof(ctx, tools, proof)

  return ctx.tx(async (inTx) => {
    const { db: tx, sealer, by } = inTx
    const before = await requireAccount(tx, userId)
    const fields = correctedDetails.keyof().options
    const corrected = { ...before, ...details }
    const changed = fields.filter((field) => before[field] !== corrected[field])
    if (changed.length === 0) return before
    const [after] = await tx
      .update(users)
      .set(details)
      .where(eq(users.id, userId))
      .returning(accountColumns)
    if (!after) throw unauthorized()
    await recheckContact(tx, sealer, userId, by)
    await noteContactConsent(tx, userId)
    await rewriteLetters(inTx, { side: 'partner', id: userId, what: 'details' })
    const said = { fields: changed.join(', ') }
    await recordEvent(inTx, 'account.details-corrected', `user:${userId}`, said)
    return after
  })
}

export async function endOtherOwnSessions(ctx: Ctx, sessionId: string): Promise<void> {
  await ctx.tx(async (inTx) => {
    await endOtherSessions(inTx.db, ctx.by.id, sessionId)
    await recordEvent(inTx, 'account.sessions-ended', `user:${ctx.by.id}`)
  })
}

/** Ends one session of someone. Throws 404 when they have no such session. */
export async function endOwnSession(ctx: Ctx, ref: string): Promise<void> {
  await ctx.tx(async (inTx) => {
    if (!(await endSession(inTx.db, ctx.by.id, ref))) throw notFound()
    await recordEvent(inTx, 'account.sessions-ended', `user:${ctx.by.id}`)
  })
}

/** Logs a user out everywhere. Throws 403 for the administrator's own account. */
export async function endUserSessions(ctx: Ctx, userId: number): Promise<void> {
  await ctx.tx(async (inTx) => {
    if (orNotFound(await lockPerson(inTx.db, userId)).isAdmin)
      throw forbidden(
        'The administrator’s sessions are ended on the Account page.',
        'target is the administrator',
      )
    await endSessions(inTx.db, userId)
    await recordEvent(inTx, 'account.sessions-ended', `user:${userId}`)
  })
}

/** A logout is never refused, even while a step is missing. */
export const recordLogout = (db: Database, user: SessionUser, from: Visitor): Promise<void> =>
  recordEvent({ db, by: { ...from, id: user.id } }, 'account.logged-out')
