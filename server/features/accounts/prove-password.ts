import type { Database } from '../../db/client'
import type { Sealer } from '../../db/sealing'
import { badRequest } from '../../http/errors'
import type { RateLimits } from '../../http/rate-limits'
import { checkLogin } from './check-login'
import type { Passwords } from './passwords'

const wrongPassword = 'This is not your current password.'

/** Who is logged in and types the present password, and from where. */
export interface Proof {
  user: Express.User
  currentPassword: string
  ip: string
  /** What limits count. */
  address: string
}

export interface ProofDeps {
  db: Database
  passwords: Passwords
  limits: RateLimits
  sealer: Sealer
}

/** Throws 400 at `currentPassword` when it is wrong, 429 like a login. */
export async function provePassword(deps: ProofDeps, proof: Proof): Promise<void> {
  const { user, currentPassword: password, ip, address } = proof
  const login = { email: user.email, password, code: undefined, ip, address }
  if (await checkLogin({ ...deps, login, isProof: true })) return
  throw badRequest(wrongPassword, { currentPassword: wrongPassword })
}
