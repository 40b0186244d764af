import { and, eq, sql, type SQL } from 'drizzle-orm'
import { payoutRestDays } from '@shared/payment-methods'
import type { HeldReason } from '@shared/payouts'
import type { Transaction } from '../../db/client'
import { payouts } from '../../db/schema/payouts'
import { users } from '../../db/schema/users'
import type { Env } from '../../env'
import { profileGaps } from '../profile-completion/profile-completion'
import { isUnwritable } from './bank-file'
import type { IdRange } from '../../db/ids'

const batchSize = 10_000

/** Ranges of the ids of everyone in the ledger, small enough for one statement's timeout. */
export async function listPayeeRanges(tx: Transaction): Promise<IdRange[]> {
  const { rows } = await tx.execute<{ last: number }>(
    sql`select coalesce(max(payee_id), 0) as last from ledger_entries`,
  )
  const count = Math.ceil((rows[0]?.last ?? 0) / batchSize)
  return Array.from({ length: count }, (_each, at) => ({
    after: at * batchSize,
    upTo: (at + 1) * batchSize,
  }))
}

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
