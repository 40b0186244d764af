import { asc, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { monthCents } from '@shared/reward-rates'
import type { ListedStatement } from '@shared/referral-desk'
import type { RewardSummary } from '@shared/rewards'
import type { Queryable } from '../../db/client'
import { beginningOf, monthOf } from '../../db/program-days'
import { payouts } from '../../db/schema/payouts'
import { ledgerEntries, ledgerTransactions } from '../../db/schema/rewards'
import { listPolicies, type PolicyRow } from './policies'
import { listActivePolicies } from './referral-states'
import { isIn, type IdRange } from '../../db/ids'

/** The sum of an account; the accounts that hold something of someone's have it with a minus. */
const inAccount = (account: 'rewards' | 'payable' | 'paying' | 'paid') =>
  sql<number>`coalesce(sum(case when ${ledgerEntries.account} = ${sql.raw(`'${account}'`)}
    then ${ledgerEntries.cents} * ${sql.raw(account === 'rewards' ? '1' : '-1')} end), 0)::float8`

/** The sums that someone has earned, and where they are; whatever happened to their account. */
export async function summarizeBalance(
  db: Queryable,
  payeeId: number,
): Promise<Omit<RewardSummary, 'heldCents'>> {
  const [balance] = await db
    .select({
      earnedCents: inAccount('rewards'),
      payableCents: inAccount('payable'),
      payingCents: inAccount('paying'),
      paidCents: inAccount('paid'),
    })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.payeeId, payeeId))
  if (!balance) throw new Error('A sum is one row.')
  return balance
}

/** The balance, with what is on hold. */
export async function summarizeRewards(db: Queryable, payeeId: number): Promise<RewardSummary> {
  const balance = await summarizeBalance(db, payeeId)
  const held = await listHeldRewards(db, payeeId)
  return { ...balance, heldCents: held.reduce((sum, { cents }) => sum + cents, 0) }
}

/** Approved referrals whose rewards wait for the administrator, in the order of their approvals. */
export async function listHeldRewards(
  db: Queryable,
  referrerId: number,
): Promise<{ referredPersonId: number; cents: number }[]> {
  const { rows } = await db.execute<{ id: number; month: string; policyId: number }>(sql`
    select p.id, ${monthOf(sql`referred.status_at`)}::text as month, (
        select policy.id from reward_policies policy where policy.holds_from <= referred.status_at
        order by policy.holds_from desc, policy.id desc limit 1
      ) as "policyId"
    from referred_people p
      join users referred on referred.id = p.referred_id
      join users referrer on referrer.id = p.referrer_id
    where p.referrer_id = ${referrerId} and referrer.status <> 'rejected'
      and referred.kind = 'partner' and referred.status = 'approved'
      and exists (select from reward_holds h where h.referred_person_id = p.id and h.outcome is null)
      and not exists (
        select from reward_holds h where h.referred_person_id = p.id and h.outcome = 'voided')
    order by referred.status_at, p.id`)
  if (rows.length === 0) return []
  const policies = new Map((await listPolicies(db)).map((policy) => [policy.id, policy]))
  const pick = (ids: readonly number[]): PolicyRow[] =>
    ids.map((id) => policies.get(id)).filter((policy) => policy !== undefined)
  const months = new Map<string, number[]>()
  const held: { referredPersonId: number; cents: number }[] = []
  for (const { id, month, policyId } of rows) {
    const before =
      months.get(month) ?? (await listActivePolicies(db, { payeeId: referrerId, month }))
    const after = [...before, policyId]
    months.set(month, after)
    held.push({ referredPersonId: id, cents: monthCents(pick(after)) - monthCents(pick(before)) })
  }
  return held
}

export type StatementLine = Awaited<ReturnType<typeof listStatementLines>>[number]

const changeOfBalance = (condition: SQL) => sql`
  from ${ledgerTransactions} t join ${ledgerEntries} e on e.transaction_id = t.id
  where e.account = 'payable' and ${condition}`

/** The changes of someone's balance in a month of the program ('2026-10'), the earliest first. */
export async function listStatementLines(db: Queryable, payeeId: number, month: string) {
  const first = `${month}-01`
  const isInMonth = sql`${ledgerTransactions.at} >= ${beginningOf(sql`${first}::date`)}
    and ${ledgerTransactions.at} < ${beginningOf(sql`(${first}::date + interval '1 month')`)}`
  return db
    .select({
      id: ledgerTransactions.id,
      at: ledgerTransactions.at,
      kind: ledgerTransactions.kind,
      cents: sql<number>`-${ledgerEntries.cents}::float8`,
      referredPersonId: ledgerTransactions.referredPersonId,
      reason: ledgerTransactions.reason,
      payout: {
        id: payouts.id,
        method: payouts.method,
        lastFour: payouts.lastFour,
        reference: payouts.reference,
      },
    })
    .from(ledgerTransactions)
    .innerJoin(
      ledgerEntries,
      sql`${ledgerEntries.transactionId} = ${ledgerTransactions.id} and ${ledgerEntries.account} = 'payable'`,
    )
    .leftJoin(payouts, eq(payouts.id, ledgerTransactions.payoutId))
    .where(sql`${ledgerTransactions.payeeId} = ${payeeId} and ${isInMonth}`)
    .orderBy(asc(ledgerTransactions.id))
}

/** The months in which someone's balance changed, the newest first. */
export async function listStatementMonths(
  db: Queryable,
  payeeId: number,
): Promise<ListedStatement[]> {
  const { rows } = await db.execute<ListedStatement>(sql`
    with months as (
      select to_char(${monthOf(sql`t.at`)}, 'YYYY-MM') as month,
        coalesce(-sum(e.cents) filter (where t.payout_id is null), 0) as earned,
        coalesce(sum(e.cents) filter (where t.payout_id is not null), 0) as paid_out
      ${changeOfBalance(sql`t.payee_id = ${payeeId}`)}
      group by 1
    ), balances as (
      select *, sum(earned - paid_out) over (order by month) as closing from months
    )
    select month, (closing - earned + paid_out)::float8 as "openingCents",
      earned::float8 as "earnedCents", paid_out::float8 as "paidOutCents",
      closing::float8 as "closingCents"
    from balances order by month desc`)
  return rows
}

/**
 * The cents that each payee is owed for the time up to the end of this day, and never more than is owed now. What
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
