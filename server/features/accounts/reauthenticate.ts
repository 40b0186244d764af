import { clockIsOff, codeNeeded, codeRefused } from '@shared/accounts'
import type { Actor } from '../../ctx'
import { badRequest, reauthenticationNeeded } from '../../errors'
import type { Proof } from '../../http/guards'
import { recordEvent } from '../audit/record-event'
import { verifyCredentials, type LoginAttempt, type LoginDeps } from './check-login'

const wrongPassword = 'That isn’t your current password.'

/** What a person who is logged in types to confirm who they are, and from where. */
interface ReauthenticationAttempt extends Omit<LoginAttempt, 'email' | 'from'> {
  by: Actor
}

/**
 * Asks someone who is logged in for password and code again. Throws 400 at the field of the password or,
 * where a second factor is on, at `code`; 429 like a login. Never 401: the session goes on.
 */
export async function reauthenticate(
  deps: LoginDeps,
  attempt: ReauthenticationAttempt,
  passwordField: 'currentPassword' | 'password' = 'currentPassword',
): Promise<void> {
  const { by, ...typed } = attempt
  const { email, ip, requestId } = by
  const { result } = await verifyCredentials(deps, { email, from: { ip, requestId }, ...typed })
  if (result === 'wrong') throw badRequest(wrongPassword, { [passwordField]: wrongPassword })
  if (result === 'code missing') throw badRequest(codeNeeded, { code: codeNeeded })
  if (result === 'code wrong') throw badRequest(codeRefused, { code: codeRefused })
  if (result === 'clock off') throw badRequest(clockIsOff, { code: clockIsOff })
}

/** The same for whatever someone is about to do in the next minutes. */
export async function reauthenticateForMinutes(
  deps: LoginDeps,
  attempt: ReauthenticationAttempt,
): Promise<void> {
  const { by } = attempt
  await reauthenticate(deps, attempt, 'password')
  await recordEvent(deps.db, by, 'account.reauthenticated', { object: `user:${by.id}` })
}

/**
 * Checks a password that was typed, like `reauthenticate`, however recent the last one is. Throws 403 when
 * none was typed and this session was not confirmed within ten minutes.
 */
export async function requireProof(deps: LoginDeps, by: Actor, proof: Proof): Promise<void> {
  const { typed, caller, isRecent, hasSecondFactor } = proof
  const { currentPassword: password, code } = typed
  if (password !== undefined) await reauthenticate(deps, { by, password, code, caller })
  else if (!isRecent) throw reauthenticationNeeded(hasSecondFactor)
}
