import { and, eq, lt } from 'drizzle-orm'
import { createCtx, type Ctx, type Visitor } from '../../ctx'
import type { Queryable } from '../../db/client'
import { recordEvent } from '../audit/record-event'
import { getSecondFactor } from './queries'
import type { RateLimits } from '../../http/rate-limits'
import {
  findStep,
  hashRecoveryCode,
  isClockOff,
  openSeed,
  readAppCode,
} from './second-factor-codes'
import { recoveryCodes, secondFactors } from '../../db/schema/logins'

/**
 * Whether the code is the account's, if it asks for one. A code of the app and a recovery code are
 * each taken once.
 */
export async function checkSecondFactor(
  ctx: Ctx<Visitor>,
  limits: RateLimits,
  userId: number,
  code: string | undefined,
): Promise<'right' | 'code missing' | 'code wrong' | 'clock off'> {
  const { db, sealer } = ctx
  const factor = await getSecondFactor(db, userId)
  if (!factor?.confirmedAt) return 'right'
  if (!code) return 'code missing'

  const appCode = readAppCode(code)
  if (appCode === null) return (await takeRecoveryCode(ctx, userId, code)) ? 'right' : 'code wrong'
  const seed = openSeed(sealer, userId, factor.sealedSeed)
  const step = findStep(seed, appCode)
  if (step !== null) return (await takeStep(db, userId, step)) ? 'right' : 'code wrong'
  return (await isClockOff(limits, { userId, seed, code: appCode })) ? 'clock off' : 'code wrong'
}

async function takeStep(db: Queryable, userId: number, step: number): Promise<boolean> {
  const taken = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.id, userId), lt(secondFactors.lastStep, step)))
    .returning({ id: secondFactors.id })
  return taken.length > 0
}

async function takeRecoveryCode(ctx: Ctx<Visitor>, userId: number, code: string): Promise<boolean> {
  const isMeant = and(
    eq(recoveryCodes.userId, userId),
    eq(recoveryCodes.codeHash, hashRecoveryCode(code)),
  )
  return createCtx(ctx, { ...ctx.by, id: userId }).tx(async (inTx) => {
    const { rowCount } = await inTx.db.delete(recoveryCodes).where(isMeant)
    if (!rowCount) return false
    await recordEvent(inTx, 'account.recovery-code-used', `user:${userId}`)
    return true
  })
}
