import { randomBytes } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { readDigits } from '@shared/text'
import { createCtx, type Ctx, type Visitor } from '../../ctx'
import type { Queryable } from '../../db/client'
import { recoveryCodes, secondFactors } from '../../db/schema/logins'
import type { Sealer } from '../../db/sealing'
import { unavailable } from '../../errors'
import type { RateLimits } from '../../http/rate-limits'
import { hashToken } from '../../tokens'
import { recordEvent } from '../audit/record-event'
import { sealedSeed, getSecondFactor } from './queries'

const seedBytes = 20
const period = 30
/** A code is accepted in its own 30 seconds and the 30 on either side, for slow typists and clocks. */
const stepsTaken = 1
/** Ten minutes. A clock that is further off is not told from a guess. */
const stepsTold = 20
const recoveryCodeCount = 10
const recoveryCodeBytes = 15
const recoveryCodeLength = (recoveryCodeBytes * 8) / 5

export const newSeed = () => randomBase32(seedBytes)

const createTotp = (seed: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(seed) })

export const setupAddress = (seed: string, names: { issuer: string; label: string }) =>
  createTotp(seed, names).toString()

/** The time step that the code belongs to, this one or an adjacent one, or null for any other code. */
export function findStep(seed: string, code: string): number | null {
  const distance = createTotp(seed).validate({ token: code, window: stepsTaken })
  return distance === null ? null : Math.floor(Date.now() / 1000 / period) + distance
}

/**
 * Whether a code that is not accepted would have been at another time, for the third time in an hour or more: then
 * the clock of the phone is off.
 */
export async function isClockOff(
  limits: RateLimits,
  { userId, seed, code }: { userId: number; seed: string; code: string },
): Promise<boolean> {
  const isOfAnotherTime = createTotp(seed).validate({ token: code, window: stepsTold }) !== null
  return isOfAnotherTime && !(await limits.allows('codeOfAnotherTime', String(userId)))
}

/** Six digits, of any script and whatever is between and around them; null for anything else, and for a recovery code. */
export function readAppCode(typed: string): string | null {
  const code = readDigits(typed)
  return code.length === 6 && plainCode(typed).length < recoveryCodeLength ? code : null
}

/** Ten codes of 120 random bits, in groups that can be copied by hand. */
export const newRecoveryCodes = () =>
  Array.from({ length: recoveryCodeCount }, () => {
    const code = randomBase32(recoveryCodeBytes).toLowerCase()
    return (code.match(/.{4}/g) ?? []).join('-')
  })

/** The hash of a code as typed, in any case and grouping. 120 random bits need no slower hash. */
export const hashRecoveryCode = (typed: string) => hashToken(plainCode(typed))

const plainCode = (typed: string) =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

const randomBase32 = (bytes: number): string =>
  new Secret({ buffer: Uint8Array.from(randomBytes(bytes)).buffer }).base32

/** The seed of an authenticator app. Throws 503 when no key of the server opens it. */
export function openSeed(sealer: Sealer, userId: number, sealed: string): string {
  try {
    return sealer.open(sealed, sealedSeed(userId))
  } catch {
    throw unavailable(
      'Codes can’t be checked because the server’s key has changed. Use a recovery code. Without one, ask support to turn two-step login off; the administrator runs npm run portal -- admin on the server.',
    )
  }
}

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
