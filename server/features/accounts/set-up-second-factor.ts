import { and, eq, isNull } from 'drizzle-orm'
import { clockIsOff, type SecondFactorSetup } from '@shared/accounts'
import type { Actor } from '../../ctx'
import type { Database, Transaction } from '../../db/client'
import { recoveryCodes, secondFactors } from '../../db/schema/second-factors'
import { endOtherSessions } from '../../db/user-sessions'
import { badRequest, conflict } from '../../errors'
import type { LimitClaim, RateLimits } from '../../http/rate-limits'
import { recordEvent } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { sendLetter } from '../mail/send-letter'
import { getSecondFactor, sealedSeed } from './queries'
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

const isOnAlready = 'Two-step login is already on. Turn it off first to use another app.'
const isOver = 'This setup is no longer valid. Please cancel and start again.'
const isOff = 'Two-step login is off.'
const wrongCode = 'That code doesn’t match. Enter the newest code from your app.'

/** Whose second factor it is, and the session that stays when it changes. */
export interface Owner {
  by: Actor
  sessionId: string
}

/**
 * Creates a seed for an app, which counts only once the app has shown a code. Throws 409 when one is in use.
 */
export async function beginSecondFactor(input: {
  db: Database
  mail: MailDeps
  by: Actor
}): Promise<SecondFactorSetup> {
  const { db, mail, by } = input
  const secret = newSeed()
  const sealed = { sealedSeed: mail.sealer.seal(secret, sealedSeed(by.id)) }
  const begun = await db
    .insert(secondFactors)
    .values({ id: by.id, ...sealed })
    .onConflictDoUpdate({
      target: secondFactors.id,
      set: sealed,
      setWhere: isNull(secondFactors.confirmedAt),
    })
    .returning({ id: secondFactors.id })
  if (begun.length === 0) throw conflict(isOnAlready)
  const names = { issuer: mail.env.brand.portalName, label: by.email }
  return { secret, address: setupAddress(secret, names) }
}

/**
 * From now on a login needs a code. Returns the recovery codes, which are stored nowhere in clear.
 * Throws 400 for a wrong code, 429 after too many, 409 when nothing was begun or it is on already.
 */
export async function confirmSecondFactor(
  input: Owner & { db: Database; limits: RateLimits; mail: MailDeps; code: string },
): Promise<string[]> {
  const { db, limits, mail, code, ...owner } = input
  const userId = owner.by.id
  const guess: LimitClaim = ['secondFactor', String(userId)]
  await limits.consume(guess)
  const begun = await getSecondFactor(db, userId)
  if (!begun || begun.confirmedAt) {
    await limits.refund(guess)
    throw conflict(begun ? isOnAlready : isOver)
  }
  const appCode = readAppCode(code)
  const seed = openSeed(mail.sealer, userId, begun.sealedSeed)
  const step = appCode && findStep(seed, appCode)
  if (!step) {
    const isOfAnotherTime = appCode && (await isClockOff(limits, { userId, seed, code: appCode }))
    const problem = isOfAnotherTime ? clockIsOff : wrongCode
    throw badRequest(problem, { code: problem })
  }
  await limits.reset(...guess)

  return db.transaction(async (tx) => {
    const confirmed = await tx
      .update(secondFactors)
      .set({ confirmedAt: new Date(), lastStep: step })
      .where(
        and(
          eq(secondFactors.id, userId),
          eq(secondFactors.sealedSeed, begun.sealedSeed),
          isNull(secondFactors.confirmedAt),
        ),
      )
      .returning({ id: secondFactors.id })
    if (confirmed.length === 0) throw conflict(isOver)
    const codes = await storeRecoveryCodes(tx, userId)
    await finish(tx, mail, owner, 'second-factor-on')
    return codes
  })
}

/** New recovery codes in place of all earlier ones. Throws 409 while the second factor is off. */
export async function replaceRecoveryCodes(
  input: Owner & { db: Database; mail: MailDeps },
): Promise<string[]> {
  const { db, mail, ...owner } = input
  const userId = owner.by.id
  return db.transaction(async (tx) => {
    // Locked, so that of two concurrent calls one set of codes is left.
    const [factor] = await tx
      .select({ confirmedAt: secondFactors.confirmedAt })
      .from(secondFactors)
      .where(eq(secondFactors.id, userId))
      .for('update')
    if (!factor?.confirmedAt) throw conflict(isOff)
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    const codes = await storeRecoveryCodes(tx, userId)
    await finish(tx, mail, owner, 'recovery-codes-replaced')
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

/** From now on the password is enough. */
export async function removeSecondFactor(
  input: Owner & { db: Database; mail: MailDeps },
): Promise<void> {
  const { db, mail, ...owner } = input
  await db.transaction(async (tx) => {
    if (await dropSecondFactor(tx, owner.by.id)) {
      await finish(tx, mail, owner, 'second-factor-off')
    }
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
  tx: Transaction,
  mail: MailDeps,
  { by, sessionId }: Owner,
  change: 'second-factor-on' | 'second-factor-off' | 'recovery-codes-replaced',
): Promise<void> {
  await endOtherSessions(tx, by.id, sessionId)
  await recordEvent(tx, by, `account.${change}`, { object: `user:${by.id}` })
  await sendLetter(tx, mail, { letter: change, to: by.id })
}
