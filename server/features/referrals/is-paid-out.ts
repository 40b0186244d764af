import { sql } from 'drizzle-orm'
import { programZone } from '@shared/program-time'
import type { Queryable } from '../../db/client'

const rewardDay = sql.raw(`(reward.at at time zone '${programZone}')::date`)

/** Whether a payout that is on its way, or has arrived, includes what someone earned by a referral. */
export async function isPaidOut(db: Queryable, referredPersonId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ledger_transactions reward
      join payouts on payouts.payee_id = reward.payee_id and payouts.state in ('paying', 'paid')
      join payout_runs run on run.id = payouts.run_id and run.last_day >= ${rewardDay}
    where reward.referred_person_id = ${referredPersonId} and reward.kind = 'reward'
      and not exists (select from ledger_transactions reversal
        where reversal.referred_person_id = reward.referred_person_id
          and reversal.kind = 'reversal' and reversal.round = reward.round
          and reversal.at <= run.approved_at)
    limit 1`)
  return rows.length > 0
}
