import { eq, sql, and, type SQL } from 'drizzle-orm'
import { formatCents } from '@shared/money'
import type { PayoutSettings, HeldReason } from '@shared/payouts'
import { payoutRestDays } from '@shared/payment-methods'
import type { Ctx, EventSource, TxCtx } from '../../ctx'
import type { Transaction } from '../../db/client'
import { payoutRuns, payouts, payoutSettings } from '../../db/schema/payouts'
import { recordEvent } from '../audit/record-event'
import { owedUpTo } from '../rewards/queries'
import { isRunDue, lastPeriod, type Period } from '../rewards/payout-periods'
import { requireSender } from '../mail/find-sender'
import { sendLetters } from '../mail/send-letter'
import { getPayoutSettings, getRun } from './queries'
import { onlyRow } from '../../errors'
import { users } from '../../db/schema/users'
import type { Env } from '../../env'
import { profileGaps } from '../profile-completion/profile-completion'
import { idRanges } from '../../db/ids'
import { ledgerEntries } from '../../db/schema/rewards'
import { isUnwritable } from './open-payments'
import { lockPayouts } from '../rewards/post-transaction'

/** Drafts that are there stay as they are until they are prepared again. */
export async function changePayoutSettings(
  ctx: Ctx,
  settings: PayoutSettings,
): Promise<PayoutSettings> {
  return ctx.tx(async ({ db: tx, by }) => {
    await tx.update(payoutSettings).set(settings)
    await recordEvent({ db: tx, by }, 'payout-settings.changed', undefined, { ...settings })
    return settings
  })
}

type Run = typeof payoutRuns.$inferSelect

/** The job: makes the draft of the period that is over, on the day for it, and once. */
export async function prepareDueRun(ctx: Ctx<EventSource>, now = new Date()): Promise<void> {
  const { schedule } = await getPayoutSettings(ctx.db)
  if (isRunDue(now, schedule)) await preparePayoutRun(ctx, { now, onExisting: 'keep' })
}

/**
 * Makes the draft of the period that is over, whichever day it is; one that is there is remade, as things
 * are now. One that was approved is left as it is. Null when no one is owed anything for that time. All in one
 * transaction: a run is there whole, or not at all.
 */
export async function preparePayoutRun(
  ctx: Ctx<EventSource>,
  { now = new Date(), onExisting = 'renew' }: { now?: Date; onExisting?: 'renew' | 'keep' } = {},
): Promise<Run | null> {
  return ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    await lockPayouts(tx)
    const { schedule } = await getPayoutSettings(tx)
    const period = lastPeriod(now, schedule)
    const [run] = await tx.select().from(payoutRuns).where(eq(payoutRuns.period, period.name))
    if (!run) return fillRun(inTx, await addRun(tx, period))
    if (onExisting === 'keep' || run.state !== 'draft') return run
    await tx.delete(payouts).where(eq(payouts.runId, run.id))
    return fillRun(inTx, run)
  })
}

async function addRun(tx: Transaction, { name: period, firstDay, lastDay }: Period): Promise<Run> {
  return onlyRow(await tx.insert(payoutRuns).values({ period, firstDay, lastDay }).returning())
}

async function fillRun({ db: tx, env, by }: TxCtx<EventSource>, run: Run): Promise<Run | null> {
  let lines = 0
  for await (const payees of payeeRanges(tx)) {
    const { rowCount } = await tx.execute(sql`
      insert into payouts (run_id, payee_id, cents, state, reason, method, last_four)
      select ${run.id}::int, payee_id, cents, state, reason, method, last_four
      from (${classifyPayouts(owedUpTo(sql`${run.lastDay}`, payees))}) classified order by payee_id`)
    lines += rowCount ?? 0
  }
  if (lines === 0) {
    await tx.delete(payoutRuns).where(eq(payoutRuns.id, run.id))
    return null
  }
  await holdUnpayable(tx, env, run.id)
  await recordEvent({ db: tx, by }, 'payout-run.prepared', `payout-run:${run.id}`, {
    period: run.period,
    lines,
  })
  return run
}

/**
 * Asks everyone whom a run leaves out because they have no payment settings how they would like to be paid, once a
 * week at most. Returns how many were asked. Throws 404, and 409 without a mail sender.
 */
export async function askPayees(ctx: Ctx, runId: number): Promise<number> {
  return ctx.tx(async (inTx) => {
    const { db: tx, env } = inTx
    // Of two requests at the same time the second finds everyone asked.
    await lockPayouts(tx)
    const { id } = await getRun(tx, runId)
    await requireSender(tx, env)
    const { rows } = await tx.execute<{ payeeId: number; cents: number }>(sql`
      select payee_id as "payeeId", cents::float8 as cents from payouts
      where run_id = ${id} and state = 'missing-settings'
        and not exists (select from payment_settings s where s.user_id = payee_id)
        and not exists (select from mails m where m.user_id = payee_id
          and m.kind = 'payout-question' and m.created_at > now() - interval '7 days')
      order by payee_id`)
    const values = rows.map(
      ({ payeeId, cents }) => [payeeId, { payoutAmount: formatCents(cents) }] as const,
    )
    if (rows.length === 0) return 0
    await sendLetters(inTx, { letter: 'payout-question', values: new Map(values) })
    await recordEvent(inTx, 'payout-run.details-asked', `payout-run:${id}`, { people: rows.length })
    return rows.length
  })
}

const batchSize = 10_000

/** Ranges of the ids of everyone in the ledger, small enough for one statement's timeout. */
export const payeeRanges = (tx: Transaction) =>
  idRanges(tx, ledgerEntries, batchSize, sql`payee_id`)

/**
 * Tells of each of these lines (`payee_id`, `cents`, and whatever else) whether it can be paid now: `state`, and the
 * `reason` where it is held.
 */
export const classifyPayouts = (lines: SQL): SQL => sql`
  select classified.*,
    case when flaw is null then 'ready'
      when flaw in ('under-minimum', 'missing-settings') then flaw else 'held' end as state,
    case when flaw not in ('under-minimum', 'missing-settings') then flaw end as reason
  from (
    select line.*, s.method, s.sealed_details, s.last_four,
      person.first_name || ' ' || person.last_name as name,
      case
        when line.cents <= 0 then 'nothing-left'
        when person.id is null then 'account-gone'
        when person.status = 'rejected' then 'rejected'
        when person.closes_at is not null then 'closing'
        when line.cents < settings.minimum_cents then 'under-minimum'
        when s.user_id is null then 'missing-settings'
        when s.changed_at > now() - make_interval(days => ${sql.raw(String(payoutRestDays))})
          then 'settings-changed'
      end as flaw
    from (${lines}) line
      cross join payout_settings settings
      left join users person on person.id = line.payee_id
      left join payment_settings s on s.user_id = line.payee_id
  ) classified`

/**
 * Holds what is ready for people whose profile is not complete, which is what unlocks payouts, and what no bank could
 * be told the name of.
 */
export async function holdUnpayable(tx: Transaction, env: Env, runId: number): Promise<void> {
  const isReady = and(eq(payouts.runId, runId), eq(payouts.state, 'ready'))
  const ready = await tx
    .select({
      payeeId: payouts.payeeId,
      method: payouts.method,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(payouts)
    .innerJoin(users, eq(users.id, payouts.payeeId))
    .where(isReady)
  const gaps = await profileGaps(
    tx,
    env,
    ready.map(({ payeeId }) => payeeId),
  )
  const unwritable = ready.filter(({ method, firstName, lastName }) =>
    isUnwritable(method, `${firstName} ${lastName}`),
  )
  const hold = (reason: HeldReason, payeeIds: readonly number[]) =>
    tx
      .update(payouts)
      .set({ state: 'held', reason })
      .where(and(isReady, sql`${payouts.payeeId} = any(${sql.param(payeeIds)}::int[])`))
  await hold('profile-incomplete', [...gaps.keys()])
  await hold(
    'name-unwritable',
    unwritable.map(({ payeeId }) => payeeId),
  )
}
