import { and, eq, inArray, ne, sql, type SQL } from 'drizzle-orm'
import { mailKindNames, mailKinds } from '@shared/mail-kinds'
import type { Transaction } from '../../db/client'
import { mails } from '../../db/schema/mail'

interface Change {
  from: string
  to: string
}

const ofKindsThat = (doThis: 'follows' | 'dies') =>
  inArray(
    mails.kind,
    mailKindNames.filter((kind) => mailKinds[kind].onNewAddress === doThis),
  )

/** Does with what has not left yet what its kind says, when someone's address changes. */
export async function redirectMails(
  tx: Transaction,
  { userId, ...change }: Change & { userId: number },
): Promise<void> {
  const areTheirs = eq(mails.userId, userId)
  await redirect(tx, areTheirs, change)
  await tx
    .update(mails)
    .set({ status: 'cancelled' })
    .where(
      and(
        areTheirs,
        eq(mails.recipient, change.from),
        ofKindsThat('dies'),
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
      and(areTheirs, eq(mails.recipient, from), ofKindsThat('follows'), ne(mails.status, 'sent')),
    )
}

/** Removes a welcome that has not been sent, and names an email that its reader no longer has. */
export async function forgetWelcome(tx: Transaction, userId: number): Promise<void> {
  await tx
    .delete(mails)
    .where(and(eq(mails.userId, userId), eq(mails.kind, 'welcome'), ne(mails.status, 'sent')))
}
