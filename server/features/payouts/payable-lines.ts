import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { payoutRestDays } from '@shared/payment-settings'
import type { Transaction } from '../../db/client'
import type { IdRange } from '../../db/id-ranges'
import { beginningOf } from '../../db/program-days'

/**
 * What each payee is owed for the time up to the end of this day, and never more than is owed now. What
 * takes from it later counts where it is about that time: payouts, and reversals of what was earned then.
 */
export function owedUpTo(lastDay: SQLWrapper, payees: IdRange): SQL {
  const end = beginningOf(sql`(${lastDay}::date + 1)`)
  return sql`
    select payee_id, least(then_cents, now_cents) as cents from (
      select e.payee_id, -sum(e.cents) as now_cents,
        -coalesce(sum(e.cents) filter (where t.at < ${end} or t.payout_id is not null
          or (e.cents > 0 and t.month <= ${lastDay}::date)), 0) as then_cents
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.account = 'payable' and ${isIn(sql`e.payee_id`, payees)} group by e.payee_id
    ) owed
    where least(then_cents, now_cents) > 0`
}

const batchSize = 10_000

/** Everyone in the ledger, as many at once as one statement can pay in its time. */
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

export const isIn = (id: SQLWrapper, { after, upTo }: IdRange): SQL =>
  sql`${id} > ${after} and ${id} <= ${upTo}`

/**
 * Whether each of these lines (`payee_id`, `cents`, and whatever else) can be paid now: `state`, and the
 * `reason` where it is held.
 */
export const judge = (lines: SQL): SQL => sql`
  select judged.*,
    case when flaw is null then 'ready'
      when flaw in ('under-minimum', 'missing-settings') then flaw else 'held' end as state,
    case when flaw not in ('under-minimum', 'missing-settings') then flaw end as reason
  from (
    select line.*, s.method, s.sealed_details, s.last_four,
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
  ) judged`
