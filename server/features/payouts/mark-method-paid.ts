import { and, asc, eq } from 'drizzle-orm'
import type { PaymentMethod } from '@shared/payment-methods'
import type { Database } from '../../db/client'
import { payoutRuns, payouts } from '../../db/schema/payouts'
import { conflict, notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import type { MailDeps } from '../mail/find-sender'
import { markPaid } from './settle-payout'

/**
 * Says that everything of a run that goes by a method was paid, by one reference. Throws 404, and 409 when
 * nothing of it is on its way.
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
  await db.transaction(async (tx) => {
    const [run] = await tx
      .select({ id: payoutRuns.id })
      .from(payoutRuns)
      .where(eq(payoutRuns.id, runId))
      .for('update')
    if (!run) throw notFound()
    const rows = await tx
      .select({ id: payouts.id })
      .from(payouts)
      .where(and(eq(payouts.runId, runId), eq(payouts.state, 'paying'), eq(payouts.method, method)))
      .orderBy(asc(payouts.id))
    if (rows.length === 0) throw conflict('None of these payouts is on its way.')
    for (const { id: payoutId } of rows) await markPaid({ db: tx, mail, payoutId, reference, by })
  })
}
