import { sql } from 'drizzle-orm'
import { monthCents } from '@shared/reward-rates'
import type { Queryable, Transaction } from '../../db/client'
import type { Sealer } from '../../db/sealing'
import { listPolicies } from './policies'
import { isUnsettled, referralsWithRewards } from './referral-states'
import { checkAccounts, recordedChecks, type Check, type Report } from './verify-recorded'

const mostReported = 100
const monthsAtOnce = 5_000

/** A plain statement whose sums the verdict can be compared with. */
export const totalsStatement =
  'select account, sum(cents) from ledger_entries group by account order by account'

export interface LedgerTotals {
  transactions: number
  earnedCents: number
  payableCents: number
  payingCents: number
  paidCents: number
  problems: number
}

/**
 * Compares the ledger with itself, with who was referred and approved, with the payouts, and with what the audit
 * trail says of it, all as they are at one moment. Reports what does not agree, in a line each.
 */
export async function verifyLedger(
  db: Queryable,
  sealer: Sealer,
  report: Report,
): Promise<LedgerTotals> {
  const { found, uncounted, totals } = await db.transaction(
    async (tx) => {
      const problems: string[] = []
      const add = (problem: string) => void problems.push(problem)
      let more = 0
      for (const check of [...checks, ...recordedChecks]) {
        const unreported = await reportSome(tx, check, add)
        more += unreported
      }
      await checkAccounts(tx, sealer, add)
      await checkMonths(tx, add)
      return { found: problems, uncounted: more, totals: await readTotals(tx) }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  found.slice(0, mostReported).forEach((problem) => report(problem))
  return { ...totals, problems: found.length + uncounted }
}

const checks: Check[] = [
  {
    find: sql`select t.id, coalesce(sum(e.cents), 0)::text as what
      from ledger_transactions t left join ledger_entries e on e.transaction_id = t.id
      group by t.id having count(e.id) < 2 or sum(e.cents) <> 0`,
    say: ({ id, what }) => `transaction ${id} does not balance: its sides sum to ${what} cents`,
  },
  {
    find: sql`select t.id, e.payee_id::text as what
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where e.payee_id <> t.payee_id`,
    say: ({ id, what }) => `transaction ${id} has a side of someone else, ${what}`,
  },
  {
    find: sql`select t.id from ledger_transactions t
      where t.kind = 'reversal' and not exists (
        select from ledger_transactions reward
        where reward.kind = 'reward' and reward.referred_person_id = t.referred_person_id
          and reward.round = t.round and reward.payee_id = t.payee_id and reward.month = t.month
          and (select sum(cents) from ledger_entries where transaction_id = reward.id and account = 'rewards')
            = -(select sum(cents) from ledger_entries where transaction_id = t.id and account = 'rewards'))`,
    say: ({ id }) => `transaction ${id} reverses no reward, or not exactly`,
  },
  {
    find: sql`select t.referred_person_id as id, count(*)::text as what
      from ledger_transactions t
      where t.kind = 'reward' and not exists (
        select from ledger_transactions reversal
        where reversal.kind = 'reversal' and reversal.referred_person_id = t.referred_person_id
          and reversal.round = t.round)
      group by t.referred_person_id having count(*) > 1`,
    say: ({ id, what }) => `referral ${id} is rewarded ${what} times at once`,
  },
  {
    find: sql`select p.id, case when reward.id is not null and reversal.id is null
        then 'a reward stands that is not due' else 'a reward is due and not there' end as what
      from ${referralsWithRewards} where ${isUnsettled}`,
    say: ({ id, what }) => `referral ${id}: ${what}`,
  },
  {
    find: sql`select p.id, p.state as what
      from payouts p left join lateral (
        select array_agg(t.kind order by t.id) as kinds,
          bool_and(t.payee_id = p.payee_id and p.cents = (
            select sum(e.cents) from ledger_entries e where e.transaction_id = t.id and e.cents > 0
          )) as agree
        from ledger_transactions t where t.payout_id = p.id
      ) posted on true left join lateral (
        select coalesce(sum(e.cents) filter (where e.account = 'payable'), 0) as payable,
          coalesce(sum(e.cents) filter (where e.account = 'paying'), 0) as paying,
          coalesce(sum(e.cents) filter (where e.account = 'paid'), 0) as paid
        from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.payout_id = p.id
      ) moved on true
      where coalesce(posted.agree, true) is not true
        or (case p.state
          when 'paying' then posted.kinds = '{payout}'
            and (payable, paying, paid) = (p.cents, -p.cents, 0)
          when 'paid' then posted.kinds in ('{payout,paid}', '{payout,payout-failed,paid}')
            and (payable, paying, paid) = (p.cents, 0, -p.cents)
          when 'failed' then posted.kinds in ('{payout,payout-failed}', '{payout,paid,payout-failed}')
            and (payable, paying, paid) = (0, 0, 0)
          else posted.kinds is null end) is not true`,
    say: ({ id, what }) => `payout ${id} is '${what}', but the ledger says otherwise`,
  },
  {
    find: sql`select t.id, t.payout_id::text as what from ledger_transactions t
      where t.payout_id is not null and not exists (select from payouts p where p.id = t.payout_id)`,
    say: ({ id, what }) => `transaction ${id} is about payout ${what}, which is not there`,
  },
  {
    find: sql`select r.id, r.state as what from payout_runs r
      where (r.state = 'done') <> (r.state <> 'draft' and not exists (
        select from payouts p where p.run_id = r.id and p.state = 'paying'))`,
    say: ({ id, what }) => `payout run ${id} is '${what}', but its payouts say otherwise`,
  },
]

/** Returns how many more problems there are than were reported. */
async function reportSome(tx: Transaction, { find, say }: Check, report: Report): Promise<number> {
  const { rows } = await tx.execute<{ id: number | string; what: string; total: string }>(
    sql`select found.*, count(*) over () as total from (${find}) found limit ${mostReported}`,
  )
  for (const row of rows) report(say(row))
  return Number(rows[0]?.total ?? 0) - rows.length
}

interface MonthOfPayee {
  payeeId: number
  month: string
  policyIds: number[]
  cents: string
}

/** Whether each month of each payee comes to what its policies say, tiers included. */
async function checkMonths(tx: Transaction, report: Report): Promise<void> {
  const policies = new Map((await listPolicies(tx)).map((policy) => [policy.id, policy]))
  for (let last: MonthOfPayee | undefined; ;) {
    const months: MonthOfPayee[] = await listMonths(tx, last)
    for (const { payeeId, month, policyIds, cents } of months) {
      const found = policyIds.map((id) => policies.get(id)).filter((policy) => policy !== undefined)
      const due = monthCents(found)
      if (due === Number(cents)) continue
      report(`${month.slice(0, 7)} of ${payeeId} sums to ${cents} cents instead of ${due}`)
    }
    if (months.length < monthsAtOnce) return
    last = months.at(-1)
  }
}

async function listMonths(tx: Transaction, after?: MonthOfPayee): Promise<MonthOfPayee[]> {
  const isAfter = after
    ? sql`(t.payee_id, t.month) > (${after.payeeId}::int, ${after.month}::date)`
    : sql`true`
  const { rows } = await tx.execute<{ [Key in keyof MonthOfPayee]: MonthOfPayee[Key] }>(sql`
    select t.payee_id as "payeeId", t.month::text as month,
      coalesce(array_agg(t.policy_id order by t.id) filter (where t.kind = 'reward' and not exists (
        select from ledger_transactions reversal
        where reversal.kind = 'reversal' and reversal.referred_person_id = t.referred_person_id
          and reversal.round = t.round)), '{}') as "policyIds",
      coalesce(sum((select sum(e.cents) from ledger_entries e
        where e.transaction_id = t.id and e.account = 'rewards')), 0) as cents
    from ledger_transactions t where t.kind in ('reward', 'reversal', 'tier') and ${isAfter}
    group by t.payee_id, t.month order by t.payee_id, t.month limit ${monthsAtOnce}`)
  return rows
}

async function readTotals(tx: Transaction): Promise<Omit<LedgerTotals, 'problems'>> {
  const { rows } = await tx.execute<{ account: string; sum: string }>(sql.raw(totalsStatement))
  const sums = new Map(rows.map(({ account, sum }) => [account, Number(sum)]))
  const { rows: counted } = await tx.execute<{ count: string }>(
    sql`select count(*) from ledger_transactions`,
  )
  const held = (account: string) => 0 - (sums.get(account) ?? 0)
  return {
    transactions: Number(counted[0]?.count),
    earnedCents: sums.get('rewards') ?? 0,
    payableCents: held('payable'),
    payingCents: held('paying'),
    paidCents: held('paid'),
  }
}
