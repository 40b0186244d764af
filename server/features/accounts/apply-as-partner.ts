import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { onlyRow } from '../../db/only-row'
import { users } from '../../db/schema/users'
import { holdSession } from '../../db/user-sessions'
import { conflict, unauthorized } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { recheckHolds } from '../referrals/recheck-holds'
import { claimProof } from './claim-proof'
import { accountColumns, type AccountRow } from './queries'
import { tellOfApplication } from './tell-of-application'

/**
 * Makes a referrer an applicant, with the proof of credit behind an uploadKey: both or neither. From then
 * on the account is as old as the application. Throws 400 for an unknown or expired key, 409 for a used
 * one and for whoever is no referrer, or was rejected as one.
 */
export async function applyAsPartner(input: {
  db: Database
  mail: MailDeps
  uploadKey: string
  sessionId: string
  by: Actor
}): Promise<{ account: AccountRow; claimed: 'file' | 'credential' }> {
  const { db, mail, uploadKey, sessionId, by } = input
  const { id: userId } = by
  return db.transaction(async (tx) => {
    const person = await lockPerson(tx, userId)
    if (!person || !(await holdSession(tx, { sid: sessionId, userId }))) throw unauthorized()
    if (person.kind !== 'referrer') throw conflict('You’ve applied already.')
    if (person.status === 'rejected') {
      throw conflict('Your account is on hold. Please contact support before you apply.')
    }
    const claimed = await claimProof(tx, { uploadKey, userId })
    const account = onlyRow(
      await tx
        .update(users)
        .set({ kind: 'partner', status: 'pending', statusAt: null, createdAt: sql`now()` })
        .where(eq(users.id, userId))
        .returning(accountColumns),
    )
    await recordEvent(tx, by, 'account.applied', {
      object: `user:${userId}`,
      details: { claimed: `${claimed.kind}:${claimed.id}` },
    })
    // The document may be someone else's.
    await recheckHolds(tx, userId, by)
    await tellOfApplication(tx, mail, account)
    return { account, claimed: claimed.kind }
  })
}
