import { eq, sql } from 'drizzle-orm'
import type { Ctx, EventSource, TxCtx } from '../../ctx'
import { claimUpload } from '../../db/claim'
import type { Transaction } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { files } from '../../db/schema/files'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { users } from '../../db/schema/users'
import { holdSession } from '../../db/user-sessions'
import { badRequest, conflict, unauthorized, onlyRow } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { notifySupport } from '../mail/notify-support'
import { defangName } from '../mail/plain-text'
import { enqueueFirstReading } from '../scores/read-waiting-reports'
import { sendWelcome } from './email-change/confirm-email'
import { accountColumns, type AccountRow } from './queries'
import { recheckHolds } from '../rewards/settle-reward'

/**
 * Makes a referrer an applicant, with the proof of credit behind an uploadKey: both or neither. From then
 * on the account is as old as the application. Throws 400 for an unknown or expired key, 409 for a used
 * one and for anyone who is no referrer, or was rejected as one.
 */
export async function applyAsPartner(
  ctx: Ctx,
  uploadKey: string,
  sessionId: string,
): Promise<{ account: AccountRow; claimed: 'file' | 'credential' }> {
  const { id: userId } = ctx.by
  return ctx.tx(async (inTx) => {
    const { db: tx, by } = inTx
    const person = await lockPerson(tx, userId)
    if (!person || !(await holdSession(tx, { sid: sessionId, userId }))) throw unauthorized()
    if (person.kind !== 'referrer') throw conflict('You’ve already applied.')
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
    const details = { claimed: `${claimed.kind}:${claimed.id}` }
    await recordEvent(inTx, 'account.applied', `user:${userId}`, details)
    // The document may be someone else's.
    await recheckHolds(tx, userId, by)
    await tellOfApplication(inTx, account)
    return { account, claimed: claimed.kind }
  })
}

/** Gives an applicant the file or the shared login behind a key. Throws 400 for an unknown or expired key, 409 for a used one. */
export async function claimProof(
  tx: Transaction,
  claim: { uploadKey: string; userId: number },
): Promise<{ kind: 'file' | 'credential'; id: number }> {
  const claimedFile = await claimUpload(tx, files, claim)
  const claimed = claimedFile ?? (await claimUpload(tx, monitoringCredentials, claim))
  if (claimed === null || claimed === 'used') throw refusedKey(claimed)
  if (claimedFile) await enqueueFirstReading(tx, claimed.id)
  return { kind: claimedFile ? 'file' : 'credential', id: claimed.id }
}

export const refusedKey = (claim: 'used' | null) =>
  claim === 'used'
    ? conflict('This upload already belongs to an account. Please log in.', { uploadKey: 'used' })
    : badRequest('Your upload was not found or has expired. Please send it again.', {
        uploadKey: 'unknown',
      })

export async function tellOfApplication(
  ctx: TxCtx<EventSource>,
  applicant: AccountRow,
): Promise<void> {
  const { id, firstName, lastName, email } = applicant
  await sendWelcome(ctx, applicant)
  await notifySupport(ctx, {
    text: `New application: ${defangName(firstName)} ${defangName(lastName)} (${email})`,
    path: `/admin/users?open=${id}`,
  })
}
