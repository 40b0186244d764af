import { setTimeout as delay } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { clockIsOff, codeNeeded, codeRefused } from '@shared/accounts'
import { createCtx, type Ctx, type Visitor } from '../../ctx'
import { users } from '../../db/schema/users'
import {
  HttpError,
  secondFactorNeeded,
  unauthorized,
  badRequest,
  reauthenticationNeeded,
} from '../../errors'
import type { Caller } from '../../http/client-address'
import type { Proof } from '../../http/guards'
import type { LimitClaim, RateLimits } from '../../http/rate-limits'
import type { SessionUser } from '../../http/session'
import { recordEvent } from '../audit/record-event'
import type { Passwords } from './passwords'
import { getLogin, passwordVersion } from './queries'
import { checkSecondFactor } from './second-factor-codes'

const freeFailures = 5
const firstDelayMs = 250
const longestDelayMs = 5_000

const oneTimePasswordOver =
  'This one-time password has expired. Run npm run portal -- admin on the server for a new one.'

export interface LoginAttempt {
  email: string
  password: string
  code: string | undefined
  caller: Caller
}

export interface LoginTools {
  passwords: Passwords
  limits: RateLimits
}

/**
 * The account when email and password match, else null. Throws 401: `second_factor_required` when the
 * account asks for a code too, `unauthorized` for a one-time password that has expired. Throttled like
 * `verifyCredentials`.
 */
export async function checkLogin(
  ctx: Ctx<Visitor>,
  tools: LoginTools,
  attempt: LoginAttempt,
): Promise<SessionUser | null> {
  const { found, result } = await verifyCredentials(ctx, tools, attempt)
  if (result === 'clock off') throw secondFactorNeeded(found?.id, clockIsOff)
  if (result === 'code missing' || result === 'code wrong') throw secondFactorNeeded(found?.id)
  if (!found || result !== 'right') return null
  const { passwordHash, ...user } = found
  const { id, oneTimePasswordUntil: until } = user
  if (until && until.getTime() < Date.now())
    throw unauthorized(oneTimePasswordOver, 'one-time password')
  await renewPasswordHash(ctx, tools, attempt, { id, passwordHash })
  await recordEvent(createCtx(ctx, { ...ctx.by, id }), 'account.logged-in', `user:${id}`)
  return user
}

/**
 * Rehashes a password that was just verified when its hash has an older pepper or cost. A password that was
 * changed since is left alone, and sessions go on. When the queue is full, the next login does it.
 */
async function renewPasswordHash(
  { db }: Ctx<Visitor>,
  { passwords }: LoginTools,
  { password, caller }: LoginAttempt,
  found: { id: number; passwordHash: string },
): Promise<void> {
  if (passwords.isCurrent(found.passwordHash)) return
  const passwordHash = await passwords.hash(password, { caller }).catch((error: unknown) => {
    if (error instanceof HttpError) return null
    throw error
  })
  if (passwordHash === null) return
  await db
    .update(users)
    .set({ passwordHash, passwordVersion })
    .where(and(eq(users.id, found.id), eq(users.passwordHash, found.passwordHash)))
}

/**
 * Failures are throttled per account and address (429); failures on one account from many addresses
 * only slow its logins down, so that no one can lock someone else out.
 */
async function verifyCredentials(ctx: Ctx<Visitor>, tools: LoginTools, attempt: LoginAttempt) {
  const { limits, passwords } = tools
  const { address } = attempt.caller
  const account = attempt.email.toLowerCase()
  const accountAtAddress = `${account}|${address}`
  const claims: LimitClaim[] = [
    ['loginPerAccountAndIp', accountAtAddress],
    ['loginPerIp', address],
  ]
  passwords.checkRoom(attempt.caller)
  // Counted before the check, so that many parallel guesses cannot all slip past it.
  await limits.consume(...claims)
  await delay(delayAfter(await limits.count('loginPerAccount', account)))

  const matched = await matchPassword(ctx, passwords, attempt).catch(async (error: unknown) => {
    // Nothing was hashed. After that, whatever goes wrong is counted.
    await limits.refund(...claims)
    throw error
  })
  const verdict = await matchCode(ctx, limits, attempt.code, matched)
  const { found, result } = verdict
  if (result === 'code missing') {
    // Refunded rather than reset: knowing the password must not clear the count of wrong codes.
    await limits.refund(...claims)
    return verdict
  }
  if (result !== 'right') {
    await limits.penalize('loginPerAccount', account)
    const wrong = result === 'wrong' ? 'password' : 'code'
    await recordEvent(ctx, 'account.login-failed', found ? `user:${found.id}` : undefined, {
      wrong,
    })
    return verdict
  }
  await Promise.all([
    limits.refund(['loginPerIp', address]),
    limits.reset('loginPerAccountAndIp', accountAtAddress),
    limits.reset('loginPerAccount', account),
  ])
  return verdict
}

async function matchPassword(
  { db }: Ctx<Visitor>,
  passwords: Passwords,
  { email, password, caller }: LoginAttempt,
) {
  const found = await getLogin(db, email)
  const matches = await passwords.verify(password, found?.passwordHash ?? null, caller)
  return { found, matches }
}

async function matchCode(
  ctx: Ctx<Visitor>,
  limits: RateLimits,
  code: string | undefined,
  { found, matches }: Awaited<ReturnType<typeof matchPassword>>,
) {
  if (!found || !matches) return { found, result: 'wrong' } as const
  // Only someone who knows the password gets here, so a hard limit locks no one else out.
  const guess: LimitClaim = ['secondFactor', String(found.id)]
  if (code) await limits.consume(guess)
  const result = await checkSecondFactor(ctx, limits, found.id, code)
  if (result === 'right') await limits.reset(...guess)
  return { found, result }
}

/** Milliseconds to wait before an attempt, doubled with each failure past the free ones. */
export function delayAfter(failures: number): number {
  if (failures < freeFailures) return 0
  return Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - freeFailures))
}

const wrongPassword = 'That isn’t your current password.'

type ReauthenticationAttempt = Omit<LoginAttempt, 'email'>

/**
 * Asks someone who is logged in for password and code again. Throws 400 at the field of the password or,
 * where a second factor is on, at `code`; 429 like a login. Never 401: the session goes on.
 */
export async function reauthenticate(
  ctx: Ctx,
  tools: LoginTools,
  attempt: ReauthenticationAttempt,
  passwordField: 'currentPassword' | 'password' = 'currentPassword',
): Promise<void> {
  const { email, ip, requestId } = ctx.by
  const { result } = await verifyCredentials(createCtx(ctx, { ip, requestId }), tools, {
    email,
    ...attempt,
  })
  if (result === 'wrong') throw badRequest(wrongPassword, { [passwordField]: wrongPassword })
  if (result === 'code missing') throw badRequest(codeNeeded, { code: codeNeeded })
  if (result === 'code wrong') throw badRequest(codeRefused, { code: codeRefused })
  if (result === 'clock off') throw badRequest(clockIsOff, { code: clockIsOff })
}

export async function reauthenticateForMinutes(
  ctx: Ctx,
  tools: LoginTools,
  attempt: ReauthenticationAttempt,
): Promise<void> {
  await reauthenticate(ctx, tools, attempt, 'password')
  await recordEvent(ctx, 'account.reauthenticated', `user:${ctx.by.id}`)
}

/**
 * Checks a password that was typed, like `reauthenticate`, however recent the last one is. Throws 403 when
 * none was typed and this session was not confirmed within ten minutes.
 */
export async function requireProof(ctx: Ctx, tools: LoginTools, proof: Proof): Promise<void> {
  const { typed, caller, isRecent, hasSecondFactor } = proof
  const { currentPassword: password, code } = typed
  if (password !== undefined) await reauthenticate(ctx, tools, { password, code, caller })
  else if (!isRecent) throw reauthenticationNeeded(hasSecondFactor)
}
