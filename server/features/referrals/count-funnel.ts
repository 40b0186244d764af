import { sql } from 'drizzle-orm'
import { programZone } from '@shared/program-time'
import { funnelSteps, type FunnelStep } from '@shared/referred-people'
import type { Queryable } from '../../db/client'

const zone = sql.raw(`'${programZone}'`)

/** What came of all links in each of the last days or months of the program's zone, the oldest first. */
export async function countFunnel(db: Queryable, by: 'day' | 'month'): Promise<FunnelStep[]> {
  const unit = sql.raw(`'${by}'`)
  const step = sql.raw(`interval '1 ${by}'`)
  const since = sql`(select min(start) from steps)`
  const { rows } = await db.execute<Omit<FunnelStep, 'earnedCents'> & { earnedCents: string }>(sql`
    with steps as (
      select start_day, start_day at time zone ${zone} as start
      from (select date_trunc(${unit}, now() at time zone ${zone}) as last_day) clock,
        generate_series(last_day - ${funnelSteps[by] - 1}::int * ${step}, last_day, ${step}) start_day
    ),
    clicked as (
      select date_trunc(${unit}, day::timestamp) as start_day, sum(clicks)::int as clicks
      from referral_clicks where day >= (select min(start_day)::date from steps) group by 1
    ),
    signed_up as (
      select date_trunc(${unit}, signed_up_at at time zone ${zone}) as start_day, count(*)::int as people
      from referred_people where signed_up_at >= ${since} group by 1
    ),
    approved as (
      select date_trunc(${unit}, coalesce(u.status_at, u.created_at) at time zone ${zone}) as start_day,
        count(*)::int as people
      from referred_people p join users u on u.id = p.referred_id
      where u.status = 'approved' and coalesce(u.status_at, u.created_at) >= ${since} group by 1
    ),
    earned as (
      select date_trunc(${unit}, t.at at time zone ${zone}) as start_day, sum(e.cents) as cents
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.kind in ('reward', 'reversal', 'tier') and e.account = 'rewards' and t.at >= ${since}
      group by 1
    )
    select to_char(start_day, 'YYYY-MM-DD') as day, coalesce(clicks, 0) as clicks,
      coalesce(signed_up.people, 0) as "signedUp", coalesce(approved.people, 0) as approved,
      coalesce(cents, 0) as "earnedCents"
    from steps left join clicked using (start_day) left join signed_up using (start_day)
      left join approved using (start_day) left join earned using (start_day)
    order by start_day`)
  return rows.map((row) => ({ ...row, earnedCents: Number(row.earnedCents) }))
}
