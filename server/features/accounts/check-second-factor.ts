import { and, eq, lt } from 'drizzle-orm'
import type { Visitor } from '../../ctx'
import type { Database } from '../../db/client'
import { recoveryCodes, secondFactors } from '../../db/schema/second-factors'
import type { Sealer } from '../../db/sealing'
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

/**
 * Whether the code is the account's, if it asks for one. A code of the app and a recovery code are
 * each taken once.
 */
export async function checkSecondFactor(input: {
  db: Database
  limits: RateLimits
  sealer: Sealer
  userId: number
  code: string | undefined
  from: Visitor
}): Promise<'right' | 'code missing' | 'code wrong' | 'clock off'> {
  const { db, limits, sealer, userId, code, from } = input
  const factor = await getSecondFactor(db, userId)
  if (!factor?.confirmedAt) return 'right'
  if (!code) return 'code missing'

  const appCode = readAppCode(code)
  if (appCode === null) {
    return (await takeRecoveryCode(db, { userId, code, from })) ? 'right' : 'code wrong'
  }
  const seed = openSeed(sealer, userId, factor.sealedSeed)
  const step = findStep(seed, appCode)
  if (step !== null) return (await takeStep(db, userId, step)) ? 'right' : 'code wrong'
  return (await isClockOff(limits, { userId, seed, code: appCode })) ? 'clock off' : 'code wrong'
}

async function takeStep(db: Database, userId: number, step: number): Promise<boolean> {
  const taken = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.id, userId), lt(secondFactors.lastStep, step)))
    .returning({ id: secondFactors.id })
  return taken.length > 0
}

async function takeRecoveryCode(
  db: Database,
  { userId, code, from }: { userId: number; code: string; from: Visitor },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const taken = await tx
      .delete(recoveryCodes)
      .where(
        and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashRecoveryCode(code))),
      )
      .returning({ id: recoveryCodes.id })
    if (taken.length === 0) return false
    await recordEvent(tx, { ...from, id: userId }, 'account.recovery-code-used', {
      object: `user:${userId}`,
    })
    return true
  })
}
