import { codeNeeded, codeRefused } from '@shared/accounts'
import { badRequest } from '../../errors'
import { judgeLogin, type LoginAttempt, type LoginDeps } from './check-login'
import type { Actor } from '../../http/actor'

const wrongPassword = 'That isn’t your current password.'

/** What somebody who is logged in types to prove it is them, and from where. */
export interface Proof extends Omit<LoginAttempt, 'email' | 'ip'> {
  by: Actor
}

/**
 * Throws 400 at the field of the password or, where a second factor is on, at `code`; 429 like a login. Never
 * 401: the session goes on.
 */
export async function provePassword(
  deps: LoginDeps,
  proof: Proof,
  passwordField: 'currentPassword' | 'password' = 'currentPassword',
): Promise<void> {
  const { by, ...typed } = proof
  const { result } = await judgeLogin(deps, { email: by.email, ip: by.ip, ...typed })
  if (result === 'wrong') throw badRequest(wrongPassword, { [passwordField]: wrongPassword })
  if (result === 'code missing') throw badRequest(codeNeeded, { code: codeNeeded })
  if (result === 'code wrong') throw badRequest(codeRefused, { code: codeRefused })
}
