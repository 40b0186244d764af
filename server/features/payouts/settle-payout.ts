import { eq, sql } from 'drizzle-orm'
import type { AuditAction } from '@shared/audit'
import { formatCents } from '@shared/money'
import { paymentMethodNames, type PaymentMethod } from '@shared/payment-methods'
import type { PayoutSettlement } from '@shared/payouts'
import type { Queryable, Transaction } from '../../db/client'
import { monthOf } from '../../db/program-days'
import { payoutRuns, payouts } from '../../db/schema/payouts'
import { conflict, notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import type { MailDeps } from '../mail/find-sender'
import { defangName } from '../mail/plain-text'
import { sendLetters } from '../mail/send-letter'
import { postTransaction } from '../rewards/post-transaction'
import { finishRun } from './finish-run'

interface Settling {
  /** Inside a transaction it becomes part of that one. */
  db: Queryable
  mail: MailDeps
  payoutId: number
  by: Actor
}

type Payout = typeof payouts.$inferSelect

/** Says by which reference a payout was paid, to the payee by mail too. Throws 404, and 409 when it is not on its way. */
export const markPaid = (input: Settling & { reference: string }): Promise<void> =>
  settlePayout(input, { state: 'paid', reference: input.reference })

/** Puts a payout that failed back into the balance, for the next run. Throws like `markPaid`. */
export const markFailed = (input: Settling & { reason: string }): Promise<void> =>
  settlePayout(input, { state: 'failed', reason: input.reason })

async function settlePayout(
  { db, mail, payoutId, by }: Settling,
  settlement: PayoutSettlement,
): Promise<void> {
  await db.transaction(async (tx) => {
    const payout = await holdPayout(tx, payoutId)
    if (payout.state !== 'paying') {
      throw conflict(
        payout.state === 'paid' || payout.state === 'failed'
          ? `This payout was already marked as ${payout.state}.`
          : 'This payout was not approved.',
      )
    }
    const { runId, method } = payout
    await postSettlement(tx, {
      payout,
      // The account number has served its purpose.
      settled: { ...settlement, sealedDetails: null },
      from: 'paying',
      action: `payout.${settlement.state}`,
      by,
    })
    await finishRun(tx, runId)
    if (settlement.state === 'paid' && method) {
      await tellPayees(tx, mail, { payouts: [payout], method, reference: settlement.reference })
    }
  })
}

/** Tells payees that money was sent to them, how, and by which reference. */
export async function tellPayees(
  tx: Transaction,
  mail: MailDeps,
  paid: {
    payouts: readonly { payeeId: number; cents: number }[]
    method: PaymentMethod
    reference: string
  },
): Promise<void> {
  const payoutMethod = paymentMethodNames[paid.method]
  const payoutReference = defangName(paid.reference)
  const values = paid.payouts.map(
    ({ payeeId, cents }) =>
      [payeeId, { payoutAmount: formatCents(cents), payoutMethod, payoutReference }] as const,
  )
  await sendLetters(tx, mail, { letter: 'payout', values: new Map(values) })
}

interface Posting {
  payout: Payout
  settled: PayoutSettlement & { sealedDetails?: null }
  /** Where the amount is until now. */
  from: 'paying' | 'payable' | 'paid'
  action: AuditAction
  /** Why what was said before is corrected. */
  correction?: string
  by: Actor
}

/** Writes down what became of a payout: with the payout, in the ledger, and with that in the trail. */
export async function postSettlement(tx: Transaction, posting: Posting): Promise<void> {
  const { payout, settled, from, action, correction, by } = posting
  const { id: payoutId, payeeId, cents } = payout
  const isPaid = settled.state === 'paid'
  await tx
    .update(payouts)
    .set({ ...settled, settledAt: sql`now()` })
    .where(eq(payouts.id, payoutId))
  await postTransaction(
    tx,
    {
      kind: isPaid ? 'paid' : 'payout-failed',
      payeeId,
      payoutId,
      month: monthOf(sql`now()`),
      ...(correction && { reason: correction }),
    },
    { cents, from, to: isPaid ? 'paid' : 'payable', action, by },
  )
}

/** Locks its run first: of the last two payouts at once, one has to see that it is the last. */
export async function holdPayout(tx: Transaction, payoutId: number): Promise<Payout> {
  const [found] = await tx
    .select({ runId: payouts.runId })
    .from(payouts)
    .where(eq(payouts.id, payoutId))
  if (!found) throw notFound()
  await tx
    .select({ id: payoutRuns.id })
    .from(payoutRuns)
    .where(eq(payoutRuns.id, found.runId))
    .for('update')
  const [payout] = await tx.select().from(payouts).where(eq(payouts.id, payoutId)).for('update')
  if (!payout) throw notFound()
  return payout
}
