import { and, count, eq, sql } from 'drizzle-orm'
import type { PaymentMethod } from '@shared/payment-methods'
import type { Database } from '../../db/client'
import { isIn } from '../../db/id-ranges'
import { onlyRow } from '../../db/only-row'
import { payoutRuns, payouts } from '../../db/schema/payouts'
import { conflict, notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { queuePayoutMails } from '../mail/queue-referral-mails'
import { finishRun } from './finish-run'
import { listPayeeRanges } from './payable-lines'
import { postPayouts } from './post-payouts'

/**
 * Says that everything of a run that goes by a method was paid, by one reference, to the payees by mail too.
 * Throws 404, and 409 when nothing of it is on its way.
 */
export async function markMethodPaid(input: {
  db: Database
  mail: MailDeps
  runId: number
  method: PaymentMethod
  reference: string
  by: Actor
}): Promise<void> {
  const { db, mail, runId, method, reference, by } = input
  const isTheirs = and(
    eq(payouts.runId, runId),
    eq(payouts.state, 'paying'),
    eq(payouts.method, method),
  )
  await db.transaction(async (tx) => {
    const [run] = await tx
      .select({ id: payoutRuns.id })
      .from(payoutRuns)
      .where(eq(payoutRuns.id, runId))
      .for('update')
    if (!run) throw notFound()
    const total = onlyRow(
      await tx
        .select({
          payouts: count(),
          cents: sql<number>`coalesce(sum(${payouts.cents}), 0)::float8`,
        })
        .from(payouts)
        .where(isTheirs),
    )
    if (total.payouts === 0) throw conflict('None of these payouts is on its way.')
    // Checked batch by batch, not all at once in the commit.
    await tx.execute(sql`set constraints all immediate`)
    for (const payees of await listPayeeRanges(tx)) {
      const which = sql`${isTheirs} and ${isIn(sql`payee_id`, payees)}`
      await postPayouts(tx, { kind: 'paid', which, by })
      const paid = await tx
        .update(payouts)
        // The account numbers have served their purpose.
        .set({ state: 'paid', reference, sealedDetails: null, settledAt: sql`now()` })
        .where(which)
        .returning({ payeeId: payouts.payeeId, cents: payouts.cents })
      await queuePayoutMails(tx, mail, { payouts: paid, method, reference })
    }
    await finishRun(tx, runId)
    await recordEvent(tx, by, 'payout-run.method-paid', {
      object: `payout-run:${runId}`,
      details: { method, ...total },
    })
  })
}
