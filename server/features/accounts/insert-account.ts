import { profile, termsVersion, type Profile, type UserKind } from '@shared/accounts'
import type { Transaction } from '../../db/client'
import { users } from '../../db/schema/users'
import { conflict, onlyRow } from '../../errors'
import { accountColumns, type AccountRow } from './queries'
import { bindReferral, type ReferralSource } from '../referrals/claim-link'

const emailTaken = 'An account with this email already exists. Please log in.'

export const takenEmail = () => conflict(emailTaken, { email: emailTaken })

/** A new account, with what was agreed to, bound to the referrer. */
export async function insertAccount(
  tx: Transaction,
  input: {
    registration: Profile
    kind: UserKind
    passwordHash: string
    contactConsent?: boolean | undefined
    source: ReferralSource
    ip: string | null
  },
): Promise<{ account: AccountRow; referred: 'link' | 'form' | null }> {
  const { registration, kind, passwordHash, contactConsent, source, ip } = input
  // The table must have every field of a profile.
  const person: Pick<typeof users.$inferInsert, keyof Profile> = profile.parse(registration)
  const now = new Date()
  const account = onlyRow(
    await tx
      .insert(users)
      .values({
        ...person,
        kind,
        passwordHash,
        termsAcceptedAt: now,
        termsVersion,
        termsAcceptedFrom: ip,
        ...(contactConsent && { contactConsent: true, contactConsentAt: now }),
      })
      .returning(accountColumns),
  )
  return { account, referred: await bindReferral(tx, { userId: account.id, source }) }
}
