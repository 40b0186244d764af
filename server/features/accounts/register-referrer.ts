import type { ReferrerRequest } from '@shared/accounts'
import { createCtx, type Ctx, type Visitor } from '../../ctx'
import { violatesUnique } from '../../db/client'
import { badRequest } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { defangName } from '../mail/plain-text'
import { notifySupport } from '../mail/notify-support'
import { claimLink, type ReferralSource } from '../referrals/claim-link'
import { ensureLink } from '../referrals/make-link'
import { insertAccount, takenEmail } from './insert-account'
import { type Passwords, findPasswordFlaw } from './passwords'
import type { AccountRow } from './queries'
import type { Caller } from '../../http/client-address'
import { tellReferrer } from '../mail/queue-decision-mail'
import { recheckContact } from '../rewards/settle-reward'

/**
 * Creates the account of someone who only refers others, with their link: the one whose token they hold,
 * or a new one. Nothing but the limits keeps anyone from asking whether an email has an account, so the
 * answer comes only after a password was hashed, which every try pays for. Throws 409 for a taken email.
 */
export async function registerReferrer(
  ctx: Ctx<Visitor>,
  registration: ReferrerRequest,
  options: {
    passwords: Passwords
    caller: Caller
    cookieCodes: ReferralSource['cookieCodes']
    /** Called when hashing has begun: from then on a refusal counts like an account. */
    onHashing: () => void
  },
): Promise<AccountRow> {
  const { passwords, caller, cookieCodes, onHashing } = options
  const { password, referralCode, claim } = registration
  const flaw = await findPasswordFlaw(password, { ...registration, isAdmin: 0 })
  if (flaw) throw badRequest(flaw, { password: flaw })
  const passwordHash = await passwords.hash(password, {
    caller,
    checkAgain: () => Promise.resolve(onHashing()),
  })

  try {
    return await ctx.tx(async ({ db, by, ...rest }) => {
      const { account, referred } = await insertAccount(db, {
        registration,
        kind: 'referrer',
        passwordHash,
        source: { cookieCodes, typedCode: referralCode },
        ip: by.ip,
      })
      const { id: userId, firstName, lastName, email } = account
      const self = createCtx({ ...rest, db }, { ...by, id: userId })
      const details = { kind: 'referrer', ...(referred && { referred }) }
      await recordEvent(self, 'account.registered', `user:${userId}`, details)
      if (referred) {
        await recheckContact(db, self.sealer, userId, self.by)
        await tellReferrer({ ...self, db: db }, { referredId: userId })
      }
      // A token that has been used refuses no one an account.
      if (claim) await claimLink(db, { token: claim, userId, by: self.by })
      await ensureLink(db, userId)
      await notifySupport(
        { ...self, db: db },
        {
          text: `New referrer: ${defangName(firstName)} ${defangName(lastName)} (${email})`,
          path: `/admin/users?open=${userId}`,
        },
      )
      return account
    })
  } catch (error) {
    if (violatesUnique(error, 'users_email_unique')) throw takenEmail()
    throw error
  }
}
