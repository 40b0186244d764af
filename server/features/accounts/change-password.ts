import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import {
  type ChangePasswordRequest,
  resetMinutes,
  type ConfirmResetRequest,
} from '@shared/accounts'
import { type Ctx, type Visitor, createCtx } from '../../ctx'
import { addJob } from '../../db/add-job'
import type { Queryable } from '../../db/client'
import { passwordResets } from '../../db/schema/mail'
import { users } from '../../db/schema/users'
import { endOtherSessions, endSessions } from '../../db/user-sessions'
import { badRequest, unauthorized, notFound } from '../../errors'
import type { Caller } from '../../http/client-address'
import type { SessionUser } from '../../http/session'
import { hashToken, newToken } from '../../tokens'
import { recordEvent } from '../audit/record-event'
import { isMailConfigured } from '../mail/find-sender'
import { sendLetter } from '../mail/send-letter'
import { type LoginTools, reauthenticate } from './check-login'
import { dropWaitingChange, markEmailConfirmed } from './email-change/queries'
import { findPasswordFlaw, type Passwords } from './passwords'
import {
  newPasswordColumns,
  passwordVersion as currentVersion,
  sessionColumns,
  findLoginOwner,
} from './queries'

const stillOneTime = 'Choose a password that’s different from the one-time password.'

/**
 * Sets a new password for someone who proves to know the present one, ends their sessions, invalidates a
 * mailed reset link, and tells them by mail. Returns the user to log in again. Throws 400 at the field that
 * is wrong, 429 like a login.
 */
export async function changePassword(
  ctx: Ctx,
  tools: LoginTools,
  change: ChangePasswordRequest,
  /** `passwordVersion`: of the password that the session began with. */
  session: { id: string; passwordVersion: string; caller: Caller },
): Promise<SessionUser> {
  const { currentPassword, newPassword, code } = change
  const { passwordVersion, caller } = session
  const { id: userId } = ctx.by
  const owner = await findLoginOwner(ctx.db, { id: userId })
  const flaw = owner && (await findPasswordFlaw(newPassword, owner))
  if (flaw) throw badRequest(flaw, { newPassword: flaw })
  if (owner?.oneTimePasswordUntil && newPassword === currentPassword) {
    throw badRequest(stillOneTime, { newPassword: stillOneTime })
  }
  await reauthenticate(ctx, tools, { password: currentPassword, code, caller })
  const passwordHash = await tools.passwords.hash(newPassword, {
    caller,
    async checkAgain() {
      const current = await findLoginOwner(ctx.db, { id: userId })
      if (current?.passwordVersion !== passwordVersion) throw unauthorized()
    },
  })

  return ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    // First, as in a reset. In the opposite order the two could deadlock.
    await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
    const [changed] = await tx
      .update(users)
      .set(newPasswordColumns(passwordHash))
      // Fails when another change came first, as that one has ended this session.
      .where(and(eq(users.id, userId), eq(currentVersion, passwordVersion)))
      .returning(sessionColumns)
    if (!changed) throw unauthorized()
    await dropWaitingChange(tx, userId)
    await endOtherSessions(tx, userId, session.id)
    await recordEvent(inTx, 'account.password-changed', `user:${userId}`)
    await sendLetter(inTx, { letter: 'password-changed', to: userId })
    return changed
  })
}

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
    const owner = await findLoginOwner(tx, { email })
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

const deadLink = 'This link has expired or was already used. Please ask for a new one.'

const hasLiveLink = (token: string) =>
  and(
    eq(passwordResets.tokenHash, hashToken(token)),
    isNull(passwordResets.spentAt),
    gt(passwordResets.expiresAt, sql`now()`),
  )

/** Whose password a link is for. Throws 400 for a dead link. */
export async function requireLiveLink(db: Queryable, token: string) {
  const [link] = await db
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(hasLiveLink(token))
  const owner = link && (await findLoginOwner(db, { id: link.userId }))
  if (!owner) throw badRequest(deadLink, { token: 'dead' })
  return owner
}

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
  const findOwner = () => requireLiveLink(ctx.db, reset.token)
  const owner = await findOwner()
  const flaw = await findPasswordFlaw(reset.password, owner)
  if (flaw) throw badRequest(flaw, { password: flaw })
  const passwordHash = await passwords.hash(reset.password, { caller, checkAgain: findOwner })

  await createCtx(ctx, { ...ctx.by, id: owner.id }).tx(async (inTx) => {
    const { db: tx } = inTx
    const [spent] = await tx
      .update(passwordResets)
      .set({ spentAt: sql`now()` })
      .where(hasLiveLink(reset.token))
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
