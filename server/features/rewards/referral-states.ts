import { sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '../../db/client'
import { monthOf } from '../../db/program-days'

/** A referral: whether it should have earned something, and what the ledger says that it has. */
export interface ReferralState {
  id: number
  /** Null once that account is gone. */
  referrerId: number | null
  referredId: number | null
  /** Approved, by a referrer who was not rejected, and nothing holds it or has voided it. */
  isDue: boolean
  /** The approval: its moment, to the microsecond, and the first day of its month; null before it. */
  approvedAt: string | null
  month: string | null
  /** The newest time it was rewarded; 0 before the first. */
  round: number
  active: ActiveReward | null
}

export interface ActiveReward {
  payeeId: number
  month: string
  policyId: number
  cents: number
  /** Their account was removed. */
  payeeIsGone: boolean
}

const isDue = sql`coalesce(referred.kind = 'partner' and referred.status = 'approved'
  and referrer.status <> 'rejected' and not exists (
    select from reward_holds h
    where h.referred_person_id = p.id and h.outcome is distinct from 'released'), false)`

/** A referral `p` with both of its accounts, the newest of its rewards, and whether that was reversed. */
export const referralsWithRewards = sql`referred_people p
  left join users referred on referred.id = p.referred_id
  left join users referrer on referrer.id = p.referrer_id
  left join lateral (
    select * from ledger_transactions t
    where t.referred_person_id = p.id and t.kind = 'reward' order by t.round desc limit 1
  ) reward on true
  left join ledger_transactions reversal on reversal.referred_person_id = p.id
    and reversal.kind = 'reversal' and reversal.round = reward.round
  left join users payee on payee.id = reward.payee_id`

const isActive = sql`(reward.id is not null and reversal.id is null)`

/**
 * A referral whose postings differ from what is due. Those of erased accounts are left as they are: no one can tell
 * what was due.
 */
export const isUnsettled = sql`(p.referred_id is not null
  and (p.referrer_id is not null or payee.id is not null)
  and (${isDue} <> ${isActive} or (${isActive} and reward.payee_id is distinct from p.referrer_id)))`

export async function findReferralState(
  db: Queryable,
  referredPersonId: number,
): Promise<ReferralState | null> {
  const [state] = await readStates(db, sql`p.id = ${referredPersonId}`)
  return state ?? null
}

/** The referral by which a person came. */
export async function findStateOfReferred(
  db: Queryable,
  userId: number,
): Promise<ReferralState | null> {
  const [state] = await readStates(db, sql`p.referred_id = ${userId}`)
  return state ?? null
}

async function readStates(db: Queryable, condition: SQL): Promise<ReferralState[]> {
  const { rows } = await db.execute<{ state: ReferralState }>(sql`
    select json_build_object(
      'id', p.id, 'referrerId', p.referrer_id, 'referredId', p.referred_id,
      'isDue', ${isDue},
      'approvedAt', case when referred.status = 'approved'
        then coalesce(referred.status_at, referred.created_at)::text end,
      'month', case when referred.status = 'approved'
        then ${monthOf(sql`coalesce(referred.status_at, referred.created_at)`)} end,
      'round', coalesce(reward.round, 0),
      'active', case when ${isActive} then json_build_object(
        'payeeId', reward.payee_id, 'payeeIsGone', payee.id is null, 'month', reward.month, 'policyId', reward.policy_id,
        'cents', (select sum(e.cents) from ledger_entries e
          where e.transaction_id = reward.id and e.account = 'rewards')) end) as state
    from ${referralsWithRewards} where ${condition}`)
  return rows.map(({ state }) => state)
}

/** Referrals of a referrer whose postings differ from what is due, the earliest approved first. */
export const listUnsettledOf = (db: Queryable, referrerId: number): Promise<ReferralState[]> =>
  readStates(
    db,
    sql`p.referrer_id = ${referrerId} and ${isUnsettled}
    order by referred.status_at, p.id`,
  )

/** By which policies the rewards of a month go that are not reversed, in the order they were posted. */
export async function listActivePolicies(
  db: Queryable,
  { payeeId, month }: { payeeId: number; month: string },
): Promise<number[]> {
  const { rows } = await db.execute<{ policyId: number }>(sql`
    select reward.policy_id as "policyId"
    from ledger_transactions reward
    where reward.payee_id = ${payeeId} and reward.month = ${month} and reward.kind = 'reward'
      and not exists (select from ledger_transactions reversal
        where reversal.referred_person_id = reward.referred_person_id
          and reversal.kind = 'reversal' and reversal.round = reward.round)
    order by reward.id`)
  return rows.map(({ policyId }) => policyId)
}
