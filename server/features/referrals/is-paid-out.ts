import { sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '../../db/client'
import { beginningOf } from '../../db/program-days'

/**
 * Whether a payout that is on its way, or has arrived, includes what someone earned by a referral: it was
 * earned by the end of the run's period, and not taken back by the approval. `owedUpTo` counts the same way.
 */
export async function isPaidOut(db: Queryable, referredPersonId: number): Promise<boolean> {
  const earned = (at: SQL) => sql`(
    select coalesce(-sum(e.cents), 0) from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id and e.account = 'payable'
    where t.referred_person_id = ${referredPersonId} and t.payee_id = payouts.payee_id and ${at})`
  const { rows } = await db.execute(sql`
    select from payouts join payout_runs run on run.id = payouts.run_id
    where payouts.state in ('paying', 'paid')
      and payouts.payee_id in (select payee_id from ledger_transactions
        where referred_person_id = ${referredPersonId})
      and ${earned(sql`t.at < ${beginningOf(sql`(run.last_day + 1)`)}`)} > 0
      and ${earned(sql`t.at <= run.approved_at`)} > 0
    limit 1`)
  return rows.length > 0
}
