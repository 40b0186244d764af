import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { isIn, type IdRange } from '../../db/id-ranges'
import { beginningOf } from '../../db/program-days'

/**
 * What each payee is owed for the time up to the end of this day, and never more than is owed now. What
 * takes from it later counts where it is about that time: payouts, and reversals of what a referral had earned
 * then, less what came back for the same referral. `isPaidOut` tells which referrals that includes.
 */
export function owedUpTo(lastDay: SQLWrapper, payees: IdRange): SQL {
  const end = beginningOf(sql`(${lastDay}::date + 1)`)
  return sql`
    select payee_id, cents from (
      select payee_id, least(sum(then_cents + least(0, since_cents)), sum(now_cents)) as cents from (
        select e.payee_id, -sum(e.cents) as now_cents,
          -coalesce(sum(e.cents) filter (where t.at < ${end} or t.payout_id is not null), 0)
            as then_cents,
          -coalesce(sum(e.cents) filter (where t.at >= ${end} and t.payout_id is null
            and t.month <= ${lastDay}::date), 0) as since_cents
        from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        where e.account = 'payable' and ${isIn(sql`e.payee_id`, payees)}
        group by e.payee_id, t.referred_person_id
      ) sums
      group by payee_id
    ) owed
    where cents > 0`
}
