import { and, eq, sql } from 'drizzle-orm'
import { formatCents } from '@shared/money'
import { paymentMethodNames, type PaymentMethod } from '@shared/payment-methods'
import {
  isCorrected,
  type PayoutCorrection,
  type PayoutSettlement,
  type PaidFile,
} from '@shared/payouts'
import type { Ctx, EventSource, TxCtx } from '../../ctx'
import type { Transaction } from '../../db/client'
import { payoutRuns, payouts } from '../../db/schema/payouts'
import { conflict, orNotFound } from '../../errors'
import { defangName } from '../mail/plain-text'
import { sendLetter, sendLetters } from '../mail/send-letter'
import { postPayouts, lockPayouts } from '../rewards/post-transaction'
import { recordEvent } from '../audit/record-event'
import { listMadeFiles } from './queries'
import { isIn } from '../../db/ids'
import { payeeRanges } from './prepare-run'

/**
 * Says by which reference a payout was paid, to the payee by mail too; or puts one that failed back into the
 * balance, for the next run. Throws 404, and 409 when it is not in transit.
 */
export async function settlePayout(ctx: Ctx, payoutId: number, settlement: PayoutSettlement) {
  await ctx.tx(async (inTx) => {
    const { db: tx, by } = inTx
    const payout = await lockPayout(tx, payoutId)
    const { state, runId, method } = payout
    if (state !== 'paying') {
      throw conflict(
        state === 'paid' || state === 'failed'
          ? `This payout was already marked as ${state}.`
          : 'This payout was not approved.',
      )
    }
    // The account number has served its purpose.
    await writeSettlement(tx, payoutId, { ...settlement, sealedDetails: null })
    await postPayouts(tx, {
      kind: settlement.state === 'paid' ? 'paid' : 'payout-failed',
      which: sql`id = ${payoutId}`,
      from: 'paying',
      action: `payout.${settlement.state}`,
      by,
    })
    await finishPayoutRun(tx, runId)
    if (settlement.state === 'paid' && method) {
      await tellPayees(inTx, { payouts: [payout], method, reference: settlement.reference })
    }
  })
}

/** Tells payees that money was sent to them, how, and by which reference. */
export async function tellPayees(
  ctx: TxCtx<EventSource>,
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
  await sendLetters(ctx, { letter: 'payout', values: new Map(values) })
}

/**
 * Says once more, and with a reason, the outcome of a payout: one that was paid came back, or one that failed
 * was paid after all. What came back is owed again; what was paid after all is not, even where less than that
 * is left of the balance. Throws 404, and 409 for one that is not settled so, or was corrected before.
 */
export async function correctPayout(ctx: Ctx, payoutId: number, correction: PayoutCorrection) {
  const isPaid = correction.state === 'paid'
  const wrong = isPaid ? 'failed' : 'paid'
  await ctx.tx(async (inTx) => {
    const { db: tx, by } = inTx
    await lockPayouts(tx)
    const payout = await lockPayout(tx, payoutId)
    if (isCorrected(payout)) {
      throw conflict('This payout was already corrected once. Adjust the balance instead.')
    }
    if (payout.state !== wrong) throw conflict(`This payout isn’t marked as ${wrong}.`)
    await writeSettlement(tx, payoutId, correction)
    await postPayouts(tx, {
      kind: isPaid ? 'paid' : 'payout-failed',
      which: sql`id = ${payoutId}`,
      from: isPaid ? 'payable' : 'paid',
      action: isPaid ? 'payout.paid-after-all' : 'payout.returned',
      reason: correction.reason,
      by,
    })
    const { payeeId, cents, method } = payout
    if (!method) return
    if (correction.state === 'paid') {
      await tellPayees(inTx, { payouts: [payout], method, reference: correction.reference })
    } else {
      const values = { payoutAmount: formatCents(cents), payoutMethod: paymentMethodNames[method] }
      await sendLetter(inTx, { letter: 'payout-returned', to: payeeId, values })
    }
  })
}

/** Before it is posted: the trail has the payout as the posting leaves it. */
async function writeSettlement(
  tx: Transaction,
  payoutId: number,
  settled: PayoutSettlement & { sealedDetails?: null },
): Promise<void> {
  await tx
    .update(payouts)
    .set({ ...settled, settledAt: sql`now()` })
    .where(eq(payouts.id, payoutId))
}

/** Locks its run first: of the last two payouts, settled simultaneously, one has to see that it is the last. */
async function lockPayout(tx: Transaction, payoutId: number) {
  const [found] = await tx
    .select({ runId: payouts.runId })
    .from(payouts)
    .where(eq(payouts.id, payoutId))
  await tx
    .select({ id: payoutRuns.id })
    .from(payoutRuns)
    .where(eq(payoutRuns.id, orNotFound(found).runId))
    .for('update')
  const [payout] = await tx.select().from(payouts).where(eq(payouts.id, payoutId)).for('update')
  return orNotFound(payout)
}

/** A run is done when none of its payouts is in transit any more. The caller has locked its row. */
export async function finishPayoutRun(tx: Transaction, runId: number): Promise<void> {
  await tx
    .update(payoutRuns)
    .set({ state: 'done' })
    .where(
      and(
        eq(payoutRuns.id, runId),
        sql`not exists (select from payouts where run_id = ${runId} and state = 'paying')`,
      ),
    )
}

/**
 * Says that everything in a payment file of a run was paid, by one reference, to the payees by mail too.
 * Throws 404, and 409 when no payout of it is in transit, or something else than was shown.
 */
export async function markFilePaid(
  ctx: Ctx,
  { runId, method }: { runId: number; method: PaymentMethod },
  confirmed: PaidFile,
): Promise<void> {
  const { fileId, reference } = confirmed
  await ctx.tx(async (inTx) => {
    const { db: tx, by } = inTx
    const [run] = await tx
      .select({ id: payoutRuns.id })
      .from(payoutRuns)
      .where(eq(payoutRuns.id, runId))
      .for('update')
    orNotFound(run)
    const files = await listMadeFiles(tx, runId)
    const file = files.find((made) => made.id === fileId && made.method === method)
    if (!file) throw conflict('None of these payouts is on its way.')
    if (file.count !== confirmed.count || file.cents !== confirmed.cents) {
      throw conflict('This file has changed since you opened the run. Please check it again.')
    }
    // Checked batch by batch, not all in the commit.
    await tx.execute(sql`set constraints all immediate`)
    for await (const payees of payeeRanges(tx)) {
      const paid = await tx
        .update(payouts)
        // The account numbers have served their purpose.
        .set({ state: 'paid', reference, sealedDetails: null, settledAt: sql`now()` })
        .where(
          and(
            eq(payouts.fileId, fileId),
            eq(payouts.state, 'paying'),
            isIn(payouts.payeeId, payees),
          ),
        )
        .returning({ id: payouts.id, payeeId: payouts.payeeId, cents: payouts.cents })
      if (paid.length === 0) continue
      const which = sql`id = any(${sql.param(paid.map(({ id }) => id))}::int[])`
      await postPayouts(tx, { kind: 'paid', from: 'paying', action: 'payout.paid', which, by })
      await tellPayees(inTx, { payouts: paid, method, reference })
    }
    await finishPayoutRun(tx, runId)
    await recordEvent(inTx, 'payout-run.method-paid', `payout-run:${runId}`, {
      method,
      file: fileId,
      payouts: file.count,
      cents: file.cents,
    })
  })
}
