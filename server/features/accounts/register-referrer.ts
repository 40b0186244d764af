import type { ReferrerRequest } from '@shared/accounts'
import type { Visitor } from '../../ctx'
import { violatesUnique, type Database } from '../../db/client'
import { badRequest } from '../../errors'
import type { Caller } from '../../http/caller'
import { recordEvent } from '../audit/record-event'
import { defangName } from '../mail/plain-text'
import type { MailDeps } from '../mail/find-sender'
import { tellReferrer } from '../mail/tell-referrer'
import { notifySupport } from '../mail/notify-support'
import type { ReferralSource } from '../referrals/bind-referral'
import { claimLink } from '../referrals/claim-link'
import { ensureLink } from '../referrals/make-link'
import { recheckContact } from '../referrals/recheck-holds'
import { insertAccount, takenEmail } from './insert-account'
import { findPasswordFlaw } from './password-flaw'
import type { Passwords } from './passwords'
import type { AccountRow } from './queries'

/**
 * Creates the account of someone who only refers others, with their link: the one whose token they hold,
 * or a new one. Nothing but the limits keeps anyone from asking whether an email has an account, so the
 * answer comes only after a password was hashed, which every try pays for. Throws 409 for a taken email.
 */
export async function registerReferrer(input: {
  db: Database
  passwords: Passwords
  mail: MailDeps
  registration: ReferrerRequest
  cookieCodes: ReferralSource['cookieCodes']
  by: Visitor
  caller: Caller
  /** Called when hashing has begun: from then on a refusal counts like an account. */
  onHashing: () => void
}): Promise<AccountRow> {
  const { db, passwords, mail, registration, cookieCodes, by, caller, onHashing } = input
  const { password, referralCode, claim } = registration
  const flaw = await findPasswordFlaw(password, { ...registration, isAdmin: 0 })
  if (flaw) throw badRequest(flaw, { password: flaw })
  const passwordHash = await passwords.hash(password, {
    caller,
    checkAgain: () => Promise.resolve(onHashing()),
  })

  try {
    return await db.transaction(async (tx) => {
      const source = { cookieCodes, typedCode: referralCode }
      const { account, referred } = await insertAccount(tx, {
        registration,
        kind: 'referrer',
        passwordHash,
        source,
        by,
      })
      const { id: userId, firstName, lastName, email } = account
      const self = { ...by, id: userId }
      await recordEvent(tx, self, 'account.registered', {
        object: `user:${userId}`,
        details: { kind: 'referrer', ...(referred && { referred }) },
      })
      if (referred) {
        await recheckContact(tx, mail.sealer, userId, self)
        await tellReferrer(tx, mail, { referredId: userId })
      }
      // A token that has been used refuses no one an account.
      if (claim) await claimLink(tx, { token: claim, userId, by: self })
      await ensureLink(tx, userId)
      await notifySupport(tx, mail, {
        text: `New referrer: ${defangName(firstName)} ${defangName(lastName)} (${email})`,
        path: `/admin/users?open=${userId}`,
      })
      return account
    })
  } catch (error) {
    if (violatesUnique(error, 'users_email_unique')) throw takenEmail()
    throw error
  }
}
