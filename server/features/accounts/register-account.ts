import { profile, termsVersion, type Profile, type RegisterRequest } from '@shared/accounts'
import { signUpConsent } from '@shared/consents'
import { claimUpload, findClaim } from '../../db/claim'
import { violatesUnique, type Database } from '../../db/client'
import { onlyRow } from '../../db/only-row'
import { files } from '../../db/schema/files'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { users } from '../../db/schema/users'
import { badRequest, conflict } from '../../errors'
import type { Visitor } from '../../http/actor'
import type { Caller } from '../../http/caller'
import type { RateLimits } from '../../http/rate-limits'
import { recordEvent } from '../audit/record-event'
import { recordConsents } from '../consents/record-consents'
import type { MailDeps } from '../mail/find-sender'
import { notifySupport } from '../mail/notify-support'
import { defangName } from '../mail/defang-name'
import { queueWelcomeMail } from '../mail/queue-mail'
import { findPasswordFlaw } from './password-flaw'
import type { Passwords } from './passwords'
import { accountColumns, emailIsTaken, type AccountRow } from './queries'

const emailTaken = 'An account with this email already exists. Please log in.'

export interface Registered {
  account: AccountRow
  claimed: 'file' | 'credential'
}

/**
 * Creates an account together with the claim of its proof of credit, the file or the credentials
 * behind the uploadKey: both or neither. Throws 400 for an unknown or expired key, 409 for a key
 * already used; only whoever holds a key that can be claimed learns, by 409, that an email is taken,
 * and 429 after too many tries with that key.
 */
export async function registerAccount(input: {
  db: Database
  passwords: Passwords
  /** Null: nothing is counted. */
  limits: Pick<RateLimits, 'consume'> | null
  /** Who waits for it; null: it is for the portal itself. */
  caller: Caller | null
  /** Called when hashing has begun: from then on a refusal has cost as much as an account. */
  onHashing?: () => void
  /** Null: no mail is sent. */
  mail: MailDeps | null
  registration: RegisterRequest
  by: Visitor
}): Promise<Registered> {
  const { db, passwords, limits, mail, registration, by, caller, onHashing } = input
  const { email, password, uploadKey } = registration
  // The table must have every field of a profile.
  const person: Pick<typeof users.$inferInsert, keyof Profile> = profile.parse(registration)
  // The key first: without one, nothing is said about the email, and nothing is hashed.
  const checkKey = async () => {
    const key = await findClaim(db, uploadKey)
    if (key !== 'open') throw refusedKey(key)
  }
  const checkEmail = async () => {
    if (await emailIsTaken(db, email)) throw takenEmail()
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
  const now = new Date()

  try {
    return await db.transaction(async (tx) => {
      const account = onlyRow(
        await tx
          .insert(users)
          .values({
            ...person,
            passwordHash,
            termsAcceptedAt: now,
            termsVersion,
            termsAcceptedFrom: by.ip,
            ...(registration.contactConsent && { contactConsent: true, contactConsentAt: now }),
          })
          .returning(accountColumns),
      )

      const claim = { uploadKey, userId: account.id }
      const claimedFile = await claimUpload(tx, files, claim)
      const claimed = claimedFile ?? (await claimUpload(tx, monitoringCredentials, claim))
      if (claimed === null || claimed === 'used') throw refusedKey(claimed)
      const kind = claimedFile ? 'file' : 'credential'
      await recordEvent(tx, { ...by, id: account.id }, 'account.registered', {
        object: `user:${account.id}`,
        details: { claimed: `${kind}:${claimed.id}` },
      })
      if (registration.contactConsent) {
        const { textVersion } = signUpConsent
        const kinds = signUpConsent.kinds.map((one) => ({ kind: one, textVersion }))
        const said = { userId: account.id, kinds, isGiven: true, source: 'sign-up' } as const
        await recordConsents(tx, { ...by, id: account.id }, said)
      }
      if (mail) {
        await queueWelcomeMail(tx, mail, account)
        await notifySupport(tx, mail, {
          text: `New application: ${defangName(person.firstName)} ${defangName(person.lastName)} (${email})`,
          path: `/admin/users?open=${account.id}`,
        })
      }
      return { account, claimed: kind }
    })
  } catch (error) {
    if (violatesUnique(error, 'users_email_unique')) throw takenEmail()
    throw error
  }
}

const refusedKey = (claim: 'used' | null) =>
  claim === 'used'
    ? conflict('This upload already belongs to an account. Please log in.', { uploadKey: 'used' })
    : badRequest('Your upload was not found or has expired. Please send it again.', {
        uploadKey: 'unknown',
      })

const takenEmail = () => conflict(emailTaken, { email: emailTaken })
