import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { mailKindNames, mailKinds } from '@shared/mail-kinds'
import type { Transaction } from '../../db/client'
import { mails } from '../../db/schema/mail'

const ofKindsThat = (doThis: 'follows' | 'dies' | 'rewritten') =>
  inArray(
    mails.kind,
    mailKindNames.filter((kind) => mailKinds[kind].onNewAddress === doThis),
  )

/** What it was about is deleted, so no feature rewrites it. */
const isLeftOver = and(ofKindsThat('rewritten'), isNull(mails.matchId))

/** Does with what has not left yet what its kind says, when someone's address changes. */
export async function redirectMails(
  tx: Transaction,
  { userId, from, to }: { userId: number; from: string; to: string },
): Promise<void> {
  const areTheirs = and(eq(mails.userId, userId), eq(mails.recipient, from))
  await tx
    .update(mails)
    .set({
      recipient: to,
      // Why the address before was not reached. Why a mail was canceled stays true.
      lastError: sql`case when ${mails.status} = 'cancelled' then ${mails.lastError} end`,
    })
    .where(and(areTheirs, or(ofKindsThat('follows'), isLeftOver), ne(mails.status, 'sent')))
  await tx
    .update(mails)
    .set({ status: 'cancelled' })
    .where(and(areTheirs, ofKindsThat('dies'), eq(mails.status, 'queued')))
}

/** Removes a welcome that has not been sent, and names an email that its reader no longer has. */
export async function forgetWelcome(tx: Transaction, userId: number): Promise<void> {
  await tx
    .delete(mails)
    .where(and(eq(mails.userId, userId), eq(mails.kind, 'welcome'), ne(mails.status, 'sent')))
}
