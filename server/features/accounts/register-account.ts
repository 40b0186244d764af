import type { RegisterRequest } from '@shared/accounts'
import { signUpConsent } from '@shared/consents'
import { createCtx, type Ctx, type Visitor } from '../../ctx'
import { findClaim } from '../../db/claim'
import { violatesUnique } from '../../db/client'
import { badRequest } from '../../errors'
import type { RateLimits } from '../../http/rate-limits'
import { recordEvent } from '../audit/record-event'
import { recordConsents } from '../consents/record-consents'
import { claimProof, refusedKey, tellOfApplication } from './apply-as-partner'
import { insertAccount, takenEmail } from './insert-account'
import { type Passwords, findPasswordFlaw } from './passwords'
import { emailIsTaken, type AccountRow } from './queries'
import type { Caller } from '../../http/client-address'
import { tellReferrer } from '../mail/queue-decision-mail'
import { recheckContact } from '../rewards/settle-reward'
import type { ReferralSource } from '../referrals/claim-link'

export interface Registered {
  account: AccountRow
  claimed: 'file' | 'credential'
}

/**
 * Creates an account together with the claim of its proof of credit, the file or the credentials
 * behind the uploadKey: both or neither. Throws 400 for an unknown or expired key, 409 for a key
 * already used; only the holder of a key that can be claimed learns, by 409, that an email is taken,
 * and 429 after too many tries with that key.
 */
export async function registerAccount(
  ctx: Ctx<Visitor>,
  registration: RegisterRequest,
  options: {
    passwords: Passwords
    /** Null: nothing is counted. */
    limits: Pick<RateLimits, 'consume'> | null
    /** Who waits for it; null: it is for the portal itself, and no one is told by mail. */
    caller: Caller | null
    /** Called when hashing has begun: from then on a refusal has cost as much as an account. */
    onHashing?: () => void
    /** The codes in the browser's cookie; another one may be part of the registration. */
    cookieCodes?: ReferralSource['cookieCodes']
  },
): Promise<Registered> {
  const { passwords, limits, caller, onHashing, cookieCodes = [] } = options
  const { email, password, uploadKey, referralCode, contactConsent } = registration
  // The key first: without one, nothing is said about the email, and nothing is hashed.
  const checkKey = async () => {
    const key = await findClaim(ctx.db, uploadKey)
    if (key !== 'open') throw refusedKey(key)
  }
  const checkEmail = async () => {
    if (await emailIsTaken(ctx.db, email)) throw takenEmail()
  }
  await checkKey()
  const flaw = await findPasswordFlaw(password, { ...registration, isAdmin: 0 })
  if (flaw) throw badRequest(flaw, { password: flaw })
  await limits?.consume(['registerPerKey', uploadKey])
  // Hashing is expensive, so everything that can refuse is checked first, and races are settled after it.
  await checkEmail()
  const passwordHash = await passwords.hash(password, {
    caller,
    async checkAgain() {
      await checkKey()
      await checkEmail()
      onHashing?.()
    },
  })
  try {
    return await ctx.tx(async ({ db, by, ...rest }) => {
      const { account, referred } = await insertAccount(db, {
        registration,
        kind: 'partner',
        passwordHash,
        contactConsent,
        source: { cookieCodes, typedCode: referralCode },
        ip: by.ip,
      })
      const { id: userId } = account
      const claimed = await claimProof(db, { uploadKey, userId })
      const self = createCtx({ ...rest, db }, { ...by, id: userId })
      // Only now, as the document is looked at as well.
      if (referred) await recheckContact(db, self.sealer, userId, self.by)
      if (referred && caller) await tellReferrer({ ...self, db: db }, { referredId: userId })
      await recordEvent(self, 'account.registered', `user:${userId}`, {
        claimed: `${claimed.kind}:${claimed.id}`,
        ...(referred && { referred }),
      })
      if (contactConsent) {
        const { textVersion } = signUpConsent
        const kinds = signUpConsent.kinds.map((one) => ({ kind: one, textVersion }))
        await recordConsents(self, { userId, kinds, isGiven: true, source: 'sign-up' })
      }
      if (caller) await tellOfApplication(self, account)
      return { account, claimed: claimed.kind }
    })
  } catch (error) {
    if (violatesUnique(error, 'users_email_unique')) throw takenEmail()
    throw error
  }
}
