import {
  profile,
  termsVersion,
  type Profile,
  type ReferrerRequest,
  type RegisterRequest,
  type UserKind,
} from '@shared/accounts'
import { signUpConsent } from '@shared/consents'
import { createCtx, type Ctx, type TxCtx, type Visitor } from '../../ctx'
import { findClaim } from '../../db/claim'
import { violatesUnique } from '../../db/client'
import { users } from '../../db/schema/users'
import { badRequest, conflict, onlyRow } from '../../errors'
import type { Caller } from '../../http/client-address'
import type { RateLimits } from '../../http/rate-limits'
import { recordEvent } from '../audit/record-event'
import { recordConsents } from '../consents/record-consents'
import { notifySupport } from '../mail/notify-support'
import { defangName } from '../mail/plain-text'
import { tellReferrer } from '../mail/queue-decision-mail'
import { claimLink, bindReferral, type ReferralSource } from '../referrals/claim-link'
import { ensureLink } from '../referrals/make-link'
import { recheckContact } from '../rewards/settle-reward'
import { claimProof, refusedKey, tellOfApplication } from './apply-as-partner'
import { findPasswordFlaw, type Passwords } from './passwords'
import { accountColumns, emailIsTaken, type AccountRow } from './queries'

interface SigningUp {
  passwords: Passwords
  /** The caller who waits; null: it is for the portal itself, and no one is told by mail. */
  caller: Caller | null
  /** Called when hashing has begun: from then on a refusal has cost as much as an account. */
  onHashing?: () => void
  /** The codes in the browser's cookie; another one may be part of the registration. */
  cookieCodes?: ReferralSource['cookieCodes']
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
  /** Without limits nothing is counted. */
  options: SigningUp & { limits: Pick<RateLimits, 'consume'> | null },
): Promise<{ account: AccountRow; claimed: 'file' | 'credential' }> {
  const { limits, caller } = options
  const { email, uploadKey, contactConsent } = registration
  // The key first: without one, nothing is said about the email, and nothing is hashed.
  const checkKey = async () => {
    const key = await findClaim(ctx.db, uploadKey)
    if (key !== 'open') throw refusedKey(key)
  }
  const checkEmail = async () => {
    if (await emailIsTaken(ctx.db, email)) throw takenEmail()
  }
  await checkKey()
  await refuseFlaw(registration)
  await limits?.consume(['registerPerKey', uploadKey])
  // Hashing is expensive, so everything that can refuse is checked first, and races are settled after it.
  await checkEmail()
  const checkAgain = async () => {
    await checkKey()
    await checkEmail()
  }
  const signingUp = { ...options, kind: 'partner', contactConsent, checkAgain } as const
  return signUp(ctx, registration, signingUp, async (self, account, referred) => {
    const { id: userId } = account
    const claimed = await claimProof(self.db, { uploadKey, userId })
    // Only now, as the document is looked at as well.
    if (referred) await recheckContact(self.db, self.sealer, userId, self.by)
    if (referred && caller) await tellReferrer(self, { referredId: userId })
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
}

/**
 * Creates the account of someone who only refers others, with their link: the one whose token they hold,
 * or a new one. Nothing but the limits keeps anyone from asking whether an email has an account, so the
 * answer comes only after a password was hashed, which every try pays for. Throws 409 for a taken email.
 */
export async function registerReferrer(
  ctx: Ctx<Visitor>,
  registration: ReferrerRequest,
  options: SigningUp,
): Promise<AccountRow> {
  await refuseFlaw(registration)
  return signUp(ctx, registration, { ...options, kind: 'referrer' }, async (self, account, by) => {
    const { id: userId, firstName, lastName, email } = account
    const details = { kind: 'referrer', ...(by && { referred: by }) }
    await recordEvent(self, 'account.registered', `user:${userId}`, details)
    if (by) {
      await recheckContact(self.db, self.sealer, userId, self.by)
      await tellReferrer(self, { referredId: userId })
    }
    // A token that has been used refuses no one an account.
    const { claim: token } = registration
    if (token) await claimLink(self.db, { token, userId, by: self.by })
    await ensureLink(self.db, userId)
    await notifySupport(self, {
      text: `New referrer: ${defangName(firstName)} ${defangName(lastName)} (${email})`,
      path: `/admin/users?open=${userId}`,
    })
    return account
  })
}

async function refuseFlaw(registration: Profile & { password: string }): Promise<void> {
  const flaw = await findPasswordFlaw(registration.password, { ...registration, isAdmin: 0 })
  if (flaw) throw badRequest(flaw, { password: flaw })
}

/** A new account, with what was agreed to, bound to the referrer; `finish` adds what its kind has. */
async function signUp<Result>(
  ctx: Ctx<Visitor>,
  registration: Profile & { password: string; referralCode?: string | undefined },
  options: SigningUp & {
    kind: UserKind
    contactConsent?: boolean | undefined
    checkAgain?: () => Promise<void>
  },
  finish: (
    ctx: TxCtx<Visitor & { id: number }>,
    account: AccountRow,
    referred: 'link' | 'form' | null,
  ) => Promise<Result>,
): Promise<Result> {
  const { passwords, caller, onHashing, cookieCodes = [], kind, contactConsent } = options
  const passwordHash = await passwords.hash(registration.password, {
    caller,
    async checkAgain() {
      await options.checkAgain?.()
      onHashing?.()
    },
  })
  // The table must have every field of a profile.
  const person: Pick<typeof users.$inferInsert, keyof Profile> = profile.parse(registration)
  try {
    return await ctx.tx(async (inTx) => {
      const { db: tx, by } = inTx
      const now = new Date()
      const values = {
        ...person,
        kind,
        passwordHash,
        termsAcceptedAt: now,
        termsVersion,
        termsAcceptedFrom: by.ip,
        ...(contactConsent && { contactConsent: true, contactConsentAt: now }),
      }
      const account = onlyRow(await tx.insert(users).values(values).returning(accountColumns))
      const source = { cookieCodes, typedCode: registration.referralCode }
      const referred = await bindReferral(tx, { userId: account.id, source })
      return finish(createCtx(inTx, { ...by, id: account.id }), account, referred)
    })
  } catch (error) {
    if (violatesUnique(error, 'users_email_unique')) throw takenEmail()
    throw error
  }
}

const emailTaken = 'An account with this email already exists. Please log in.'

const takenEmail = () => conflict(emailTaken, { email: emailTaken })
