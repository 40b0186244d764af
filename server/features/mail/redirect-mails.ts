import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Transaction } from '../../db/client'
import { mails } from '../../db/schema/mail'

/** News that someone waits for. Notices about their security stay with the address that they were for. */
const followingKinds = [
  'welcome',
  'approved',
  'rejected',
  'refusal',
  'composed',
  'reply',
  'referral-signed-up',
  'referral-approved',
  'payout',
]

/** Has what has not left yet go to someone's new address; a link to reset the password goes nowhere. */
export async function redirectMails(
  tx: Transaction,
  change: { userId: number; from: string; to: string },
): Promise<void> {
  const { userId, from, to } = change
  const isTheirs = and(eq(mails.userId, userId), eq(mails.recipient, from))
  await tx
    .update(mails)
    .set({ recipient: to })
    .where(and(isTheirs, inArray(mails.kind, followingKinds), ne(mails.status, 'sent')))
  await tx
    .update(mails)
    .set({ status: 'cancelled' })
    .where(and(isTheirs, eq(mails.kind, 'reset'), eq(mails.status, 'queued')))
}
