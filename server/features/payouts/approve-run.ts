import { eq, sql } from 'drizzle-orm'
import type { PaymentMethod } from '@shared/payment-methods'
import type { HeldReason, PayoutApproval, PayoutState } from '@shared/payouts'
import type { Ctx } from '../../ctx'
import type { Transaction } from '../../db/client'
import { payoutRuns } from '../../db/schema/payouts'
import { openOrNull, type Sealer } from '../../db/sealing'
import { conflict, orNotFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { readFingerprintKey } from '../rewards/fingerprints'
import {
  postPayouts,
  lockPayouts,
  digestAccount,
  readRunDetails,
} from '../rewards/post-transaction'
import { owedUpTo } from '../rewards/queries'
import { openPaymentDetails, sealedPayoutDetails } from './payment-details'
import { getReadyTotal } from './queries'
import { finishPayoutRun } from './settle-payout'
import { isIn, type IdRange } from '../../db/ids'
import { isUnwritable } from './open-payments'
import { classifyPayouts, holdUnpayable, payeeRanges } from './prepare-run'

interface ClassifiedLine {
  id: number
  payeeId: number
  cents: number
  state: PayoutState
  reason: string | null
  method: PaymentMethod | null
  sealedDetails: string | null
  lastFour: string | null
  name: string | null
}

/**
 * Takes what the ready lines of a draft come to out of the balances, to be paid: never more than was shown,
 * less where it is less by now, and nothing where it can't be paid any more. Each payee's amount, details, and
 * name are copied as they are now. Throws 404, and 409 when the run was approved before, or comes to something
 * else than was agreed to.
 */
export async function approvePayoutRun(ctx: Ctx, runId: number, confirmed: PayoutApproval) {
  await ctx.tx(async ({ db: tx, env, sealer, by }) => {
    await lockPayouts(tx)
    const [found] = await tx.select().from(payoutRuns).where(eq(payoutRuns.id, runId)).for('update')
    const run = orNotFound(found)
    if (run.state !== 'draft') throw conflict('This run was already approved.')
    const { count: ready, cents } = await getReadyTotal(tx, runId)
    if (ready !== confirmed.count || cents !== confirmed.cents) {
      throw conflict(
        'The draft has changed since you opened it. Please check it and approve it again.',
      )
    }
    // The draft was classified when it was made; people, settings and balances may have changed since.
    await holdUnpayable(tx, env, runId)
    // Checked batch by batch, not all in the commit.
    await tx.execute(sql`set constraints all immediate`)
    // A draft may have been made just now: Postgres would take its many lines for a few, and join them one by one.
    await tx.execute(sql`set local enable_nestloop = off`)
    const key = await readFingerprintKey(tx, sealer)
    for await (const payees of payeeRanges(tx)) {
      const lines = await classifyReadyLines(tx, run, payees)
      if (lines.length === 0) continue
      await writeLines(tx, lines, sealer)
      const which = sql`run_id = ${runId} and state = 'paying' and ${isIn(sql`payee_id`, payees)}`
      const accounts = key
        ? new Map(lines.map((line) => [line.id, digestAccount(key, line)]))
        : undefined
      await postPayouts(tx, {
        kind: 'payout',
        from: 'payable',
        action: 'payout.approved',
        which,
        by,
        ...(accounts && { accounts }),
      })
    }
    await tx
      .update(payoutRuns)
      .set({ state: 'approved', approvedAt: sql`now()`, approvedBy: by.id })
      .where(eq(payoutRuns.id, runId))
    await finishPayoutRun(tx, runId)
    await recordEvent(
      { db: tx, by },
      'payout-run.approved',
      `payout-run:${runId}`,
      await readRunDetails(tx, runId),
    )
  })
}

/** In one statement with the payment settings: those read are those that the lines go by. */
async function classifyReadyLines(
  tx: Transaction,
  run: { id: number; lastDay: string },
  payees: IdRange,
): Promise<ClassifiedLine[]> {
  const lines = sql`
    select p.id, p.payee_id, least(p.cents, coalesce(owed.cents, 0)) as cents, p.cents as shown_cents
    from payouts p left join (${owedUpTo(sql`${run.lastDay}`, payees)}) owed using (payee_id)
    where p.run_id = ${run.id} and p.state = 'ready' and ${isIn(sql`p.payee_id`, payees)}`
  const { rows } = await tx.execute<{ [Key in keyof ClassifiedLine]: ClassifiedLine[Key] }>(sql`
    select id, payee_id as "payeeId", state, reason, method, sealed_details as "sealedDetails",
      last_four as "lastFour", name, (case when cents > 0 then cents else shown_cents end)::float8 as cents
    from (${classifyPayouts(lines)}) classified order by id`)
  return rows
}

/**
 * With the details, and the name that they go with, sealed for the payout. One that can't be paid by them is held, and
 * doesn't keep the others.
 */
function sealLine(line: ClassifiedLine, sealer: Sealer): ClassifiedLine {
  const { id, payeeId: userId, state, method, sealedDetails } = line
  const name = line.name ?? ''
  if (state !== 'ready' || !sealedDetails) return { ...line, sealedDetails: null }
  const details = openOrNull(() => openPaymentDetails(sealer, { userId, sealedDetails }))
  const hold = (reason: HeldReason): ClassifiedLine => {
    return { ...line, state: 'held', reason, sealedDetails: null }
  }
  if (!details) return hold('settings-unreadable')
  if (isUnwritable(method, name)) return hold('name-unwritable')
  const approved = JSON.stringify({ ...details, name })
  return { ...line, sealedDetails: sealer.seal(approved, sealedPayoutDetails(id)) }
}

async function writeLines(tx: Transaction, classified: ClassifiedLine[], sealer: Sealer) {
  const lines = classified.map((line) => sealLine(line, sealer))
  const column = (read: (line: ClassifiedLine) => unknown) => sql.param(lines.map(read))
  await tx.execute(sql`
    update payouts set state = line.state, cents = line.cents, reason = line.reason,
      method = line.method, last_four = line.last_four, sealed_details = line.sealed_details
    from unnest(${column(({ id }) => id)}::int[],
      ${column(({ state }) => (state === 'ready' ? 'paying' : state))}::text[],
      ${column(({ cents }) => cents)}::bigint[], ${column(({ reason }) => reason)}::text[],
      ${column(({ method }) => method)}::text[], ${column(({ lastFour }) => lastFour)}::text[],
      ${column(({ sealedDetails }) => sealedDetails)}::text[]
    ) as line(id, state, cents, reason, method, last_four, sealed_details)
    where payouts.id = line.id`)
}
