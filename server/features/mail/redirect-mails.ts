import { and, eq, inArray, ne, sql, type SQL } from 'drizzle-orm'
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
  'meeting',
]

interface Change {
  from: string
  to: string
}

/**
 * Mails whose link proves that someone reads one mailbox: worthless once the email is another. The mail with the
 * link that stops an email change is not one of them, because the old address still has to get it.
 */
const linkKinds = ['reset', 'email-confirmation']

/** Has what has not left yet go to someone's new address; a link to reset the password or confirm an email goes nowhere. */
export async function redirectMails(
  tx: Transaction,
  { userId, ...change }: Change & { userId: number },
): Promise<void> {
  await redirect(tx, eq(mails.userId, userId), change)
  await tx
    .update(mails)
    .set({ status: 'cancelled' })
    .where(
      and(
        eq(mails.userId, userId),
        eq(mails.recipient, change.from),
        inArray(mails.kind, linkKinds),
        eq(mails.status, 'queued'),
      ),
    )
}

/** The same for an entrepreneur, who has no account. */
export const redirectEntrepreneurMails = (
  tx: Transaction,
  { entrepreneurId, ...change }: Change & { entrepreneurId: number },
): Promise<void> => redirect(tx, eq(mails.entrepreneurId, entrepreneurId), change)

async function redirect(tx: Transaction, areTheirs: SQL, { from, to }: Change): Promise<void> {
  await tx
    .update(mails)
    .set({
      recipient: to,
      // Why the address before was not reached. Why a mail was canceled stays true.
      lastError: sql`case when ${mails.status} = 'cancelled' then ${mails.lastError} end`,
    })
    .where(
      and(
        areTheirs,
        eq(mails.recipient, from),
        inArray(mails.kind, followingKinds),
        ne(mails.status, 'sent'),
      ),
    )
}

/** Removes a welcome that has not been sent, and names an email that its reader no longer has. */
export async function forgetWelcome(tx: Transaction, userId: number): Promise<void> {
  await tx
    .delete(mails)
    .where(and(eq(mails.userId, userId), eq(mails.kind, 'welcome'), ne(mails.status, 'sent')))
}
