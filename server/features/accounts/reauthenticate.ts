import { clockIsOff, codeNeeded, codeRefused } from '@shared/accounts'
import { createCtx, type Ctx } from '../../ctx'
import { badRequest, reauthenticationNeeded } from '../../errors'
import type { Proof } from '../../http/guards'
import { recordEvent } from '../audit/record-event'
import { verifyCredentials, type LoginAttempt, type LoginTools } from './check-login'

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
