import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../db/client'
import type { Sealer } from '../../db/sealing'
import { secondFactorNeeded } from '../../http/errors'
import type { LimitClaim, RateLimits } from '../../http/rate-limits'
import { recordEvent } from '../audit/record-event'
import { checkSecondFactor } from './check-second-factor'
import type { Passwords } from './passwords'
import { getLogin } from './queries'

const freeFailures = 5
const firstDelayMs = 250
const longestDelayMs = 5_000

/**
 * The account when e-mail and password match, else null; 401 `second_factor_required` when the
 * account asks for a code too. Failures are throttled per account and address (429); failures on one
 * account from many addresses only slow its logins down, so that nobody can lock somebody else out.
 */
export async function checkLogin(input: {
  db: Database
  passwords: Passwords
  limits: RateLimits
  sealer: Sealer
  /** `address` is what limits count: an IPv6 subscriber's whole network. */
  login: {
    email: string
    password: string
    code: string | undefined
    ip: string
    address: string
  }
  /** Somebody who is logged in proves who they are: no code, and no login in the trail. */
  isProof?: boolean
}): Promise<Express.User | null> {
  const { db, limits, login, isProof = false } = input
  const account = login.email.toLowerCase()
  const accountAtAddress = `${account}|${login.address}`
  const attempt: LimitClaim[] = [
    ['loginPerAccountAndIp', accountAtAddress],
    ['loginPerIp', login.address],
  ]
  // Counted before the check, so that many guesses at once cannot all slip past it.
  await limits.take(...attempt)
  await delay(delayAfter(await limits.current('loginPerAccount', account)))

  const { found, result } = await judge(input).catch(async (error: unknown) => {
    await limits.giveBack(...attempt)
    throw error
  })
  if (result === 'code missing') {
    // Given back, not forgotten: a password alone must not pay for guessed codes.
    await limits.giveBack(...attempt)
    throw secondFactorNeeded()
  }
  if (!found || result !== 'right') {
    await limits.count('loginPerAccount', account)
    await recordEvent(db, {
      action: 'account.login-failed',
      ip: login.ip,
      ...(found && { object: `user:${found.id}` }),
    })
    if (result === 'code wrong') throw secondFactorNeeded()
    return null
  }
  await limits.giveBack(['loginPerIp', login.address])
  await limits.forget('loginPerAccountAndIp', accountAtAddress)
  await limits.forget('loginPerAccount', account)
  if (!isProof) {
    await recordEvent(db, {
      action: 'account.logged-in',
      actorId: found.id,
      object: `user:${found.id}`,
      ip: login.ip,
    })
  }
  const { id, email, isAdmin, loginMark } = found
  return { id, email, isAdmin, loginMark }
}

async function judge(input: Parameters<typeof checkLogin>[0]) {
  const { db, passwords, limits, sealer, login, isProof } = input
  const found = await getLogin(db, login.email)
  const matches = await passwords.verify(login.password, found?.passwordHash ?? null)
  if (!found || !matches) return { found, result: 'wrong' } as const
  if (isProof) return { found, result: 'right' } as const
  const { code, ip } = login
  // Whoever gets here knows the password: a hard limit locks nobody else out.
  const guess: LimitClaim = ['secondFactor', String(found.id)]
  if (code) await limits.take(guess)
  const result = await checkSecondFactor({ db, sealer, userId: found.id, code, ip })
  if (result === 'right') await limits.forget(...guess)
  return { found, result }
}

/** Milliseconds to wait before an attempt, doubled with each failure past the free ones. */
export function delayAfter(failures: number): number {
  if (failures < freeFailures) return 0
  return Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - freeFailures))
}
