import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { mailKindNames, mailKinds } from '@shared/mail-kinds'
import type { Transaction } from '../../db/client'
import { decisions } from '../../db/schema/decisions'
import { mails } from '../../db/schema/mail'
import { mailOutbox } from './queue-mail'

const ofKindsThat = (doThis: 'follows' | 'dies' | 'rewritten') =>
  inArray(
    mails.kind,
    mailKindNames.filter((kind) => mailKinds[kind].onNewAddress === doThis),
  )

/** Its introduction is deleted, so no feature rewrites it. */
const isLeftOver = and(ofKindsThat('rewritten'), isNull(mails.matchId))

/** It reached no one, and what it says is still so. An open question is asked anew, without this. */
const isStillNews = sql`${mails.status} = 'failed' and ${mails.sealedContent} is not null
  and ${mails.createdAt} > now() - interval '30 days' and ${mails.questionId} is null
  and (${mails.decisionId} is null or exists (
    select from ${decisions} d where d.id = ${mails.decisionId} and d.undone_at is null and d.at = case d.kind
      when 'user' then (select status_at from users where id = d.subject_id)
      when 'file' then (select status_at from files where id = d.subject_id)
      else (select status_at from monitoring_credentials where id = d.subject_id) end))`

/** When someone's address changes: mail that has not left follows it or dies, as its kind says. */
export async function redirectMails(
  tx: Transaction,
  { userId, from, to }: { userId: number; from: string; to: string },
): Promise<void> {
  const areTheirs = and(eq(mails.userId, userId), eq(mails.recipient, from))
  await tx
    .update(mails)
    .set({
      recipient: to,
      // That the address before was not reached is over. The reason why a mail was canceled stays true.
      lastError: sql`case when ${mails.status} = 'cancelled' then ${mails.lastError} end`,
    })
    .where(and(areTheirs, or(ofKindsThat('follows'), isLeftOver), ne(mails.status, 'sent')))
  const revived = await tx
    .update(mails)
    .set({ status: 'queued', attempts: 0, nextAttemptAt: sql`now()` })
    .where(
      and(eq(mails.userId, userId), eq(mails.recipient, to), ofKindsThat('follows'), isStillNews),
    )
    .returning({ id: mails.id })
  for (const { id } of revived) await mailOutbox.addSending(tx, id)
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
