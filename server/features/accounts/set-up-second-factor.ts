import { and, eq, isNull } from 'drizzle-orm'
import { clockIsOff, type SecondFactorSetup } from '@shared/accounts'
import type { Ctx, TxCtx } from '../../ctx'
import type { Transaction } from '../../db/client'
import { endOtherSessions, endSessions } from '../../db/user-sessions'
import { badRequest, conflict, forbidden, orNotFound } from '../../errors'
import type { LimitClaim, RateLimits } from '../../http/rate-limits'
import { recordEvent } from '../audit/record-event'
import { sendLetter } from '../mail/send-letter'
import { type LoginAttempt, type LoginTools, reauthenticate } from './check-login'
import { getAccount, getSecondFactor, sealedSeed } from './queries'
import {
  hashRecoveryCode,
  isClockOff,
  newRecoveryCodes,
  newSeed,
  openSeed,
  readAppCode,
  setupAddress,
  findStep,
} from './second-factor-codes'
import { recoveryCodes, secondFactors } from '../../db/schema/logins'

const isOnAlready = 'Two-step login is already on. Turn it off first to use another app.'
const isOver = 'This setup is no longer valid. Please cancel and start again.'
const isOff = 'Two-step login is off.'
const isOffAlready = 'Two-step login is already off for this user.'
const wrongCode = 'That code doesn’t match. Enter the newest code from your app.'

/**
 * Creates a seed for an app, which counts only once the app has shown a code. Throws 409 when one is in use.
 */
export async function beginSecondFactor(ctx: Ctx): Promise<SecondFactorSetup> {
  const { db, env, sealer, by } = ctx
  const secret = newSeed()
  const sealed = { sealedSeed: sealer.seal(secret, sealedSeed(by.id)) }
  const { rowCount } = await db
    .insert(secondFactors)
    .values({ id: by.id, ...sealed })
    .onConflictDoUpdate({
      target: secondFactors.id,
      set: sealed,
      setWhere: isNull(secondFactors.confirmedAt),
    })
  if (!rowCount) throw conflict(isOnAlready)
  const names = { issuer: env.brand.portalName, label: by.email }
  return { secret, address: setupAddress(secret, names) }
}

/**
 * From now on a login needs a code. Other sessions than the one named end. Returns the recovery codes, which are
 * stored nowhere in clear. Throws 400 for a wrong code, 429 after too many, 409 when nothing was begun or it is on
 * already.
 */
export async function confirmSecondFactor(
  ctx: Ctx,
  limits: RateLimits,
  code: string,
  sessionId: string,
): Promise<string[]> {
  const { db, sealer } = ctx
  const { id: userId } = ctx.by
  const guess: LimitClaim = ['secondFactor', String(userId)]
  await limits.consume(guess)
  const begun = await getSecondFactor(db, userId)
  if (!begun || begun.confirmedAt) {
    await limits.refund(guess)
    throw conflict(begun ? isOnAlready : isOver)
  }
  const appCode = readAppCode(code)
  const seed = openSeed(sealer, userId, begun.sealedSeed)
  const step = appCode && findStep(seed, appCode)
  if (!step) {
    const isOfAnotherTime = appCode && (await isClockOff(limits, { userId, seed, code: appCode }))
    const problem = isOfAnotherTime ? clockIsOff : wrongCode
    throw badRequest(problem, { code: problem })
  }
  await limits.reset(...guess)

  return ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    const { rowCount } = await tx
      .update(secondFactors)
      .set({ confirmedAt: new Date(), lastStep: step })
      .where(
        and(
          eq(secondFactors.id, userId),
          eq(secondFactors.sealedSeed, begun.sealedSeed),
          isNull(secondFactors.confirmedAt),
        ),
      )
    if (!rowCount) throw conflict(isOver)
    const codes = await storeRecoveryCodes(tx, userId)
    await finish(inTx, sessionId, 'second-factor-on')
    return codes
  })
}

/** New recovery codes in place of all earlier ones. Throws 409 while the second factor is off. */
export async function replaceRecoveryCodes(ctx: Ctx, sessionId: string): Promise<string[]> {
  const { id: userId } = ctx.by
  return ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    // Locked, so that of two concurrent calls one set of codes is left.
    const [factor] = await tx
      .select({ confirmedAt: secondFactors.confirmedAt })
      .from(secondFactors)
      .where(eq(secondFactors.id, userId))
      .for('update')
    if (!factor?.confirmedAt) throw conflict(isOff)
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    const codes = await storeRecoveryCodes(tx, userId)
    await finish(inTx, sessionId, 'recovery-codes-replaced')
    return codes
  })
}

async function storeRecoveryCodes(tx: Transaction, userId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashRecoveryCode(code) })))
  return codes
}

export async function removeSecondFactor(ctx: Ctx, sessionId: string): Promise<void> {
  await ctx.tx(async (inTx) => {
    if (await dropSecondFactor(inTx.db, ctx.by.id))
      await finish(inTx, sessionId, 'second-factor-off')
  })
}

/**
 * Turns two-step login off for a partner who lost both app and recovery codes, ends their sessions, and
 * tells them by mail. The administrator proves first who they are. Throws 403 for the administrator's own,
 * 404 without such a user, 409 when it is off.
 */
export async function removeLostSecondFactor(
  ctx: Ctx,
  tools: LoginTools,
  userId: number,
  attempt: Omit<LoginAttempt, 'email'>,
): Promise<void> {
  if (orNotFound(await getAccount(ctx.db, userId)).isAdmin)
    throw forbidden('Turn off your own two-step login on the Account page.', 'administrator')
  await reauthenticate(ctx, tools, attempt)

  await ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    if (!(await dropSecondFactor(tx, userId))) throw conflict(isOffAlready)
    await endSessions(tx, userId)
    await recordEvent(inTx, 'account.second-factor-off', `user:${userId}`)
    await sendLetter(inTx, { letter: 'second-factor-off', to: userId })
  })
}

/** Deletes the app and the recovery codes. Returns whether logins needed them. */
export async function dropSecondFactor(tx: Transaction, userId: number): Promise<boolean> {
  const [dropped] = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.id, userId))
    .returning({ confirmedAt: secondFactors.confirmedAt })
  return Boolean(dropped?.confirmedAt)
}

async function finish(
  ctx: TxCtx,
  sessionId: string,
  change: 'second-factor-on' | 'second-factor-off' | 'recovery-codes-replaced',
): Promise<void> {
  const { db: tx, by } = ctx
  await endOtherSessions(tx, by.id, sessionId)
  await recordEvent(ctx, `account.${change}`, `user:${by.id}`)
  await sendLetter(ctx, { letter: change, to: by.id })
}
