import { createHmac } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import type { AuditAction } from '@shared/audit'
import type { EventSource } from '../../ctx'
import type { Transaction } from '../../db/client'
import { monthOf } from '../../db/program-days'
import { type ledgerEntries, ledgerTransactions } from '../../db/schema/rewards'
import { onlyRow } from '../../errors'

const payeeLock = 5_140_001
const payoutLock = 5_140_002

/**
 * Makes everything that spends what is owed take turns until the transaction ends: two runs with the same
 * person in them would both find it. Taken before payees. Rewards and reversals don't wait for it.
 */
export async function lockPayouts(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${payoutLock})`)
}

/**
 * Makes changes to what these people earn take turns until the transaction ends, so that two simultaneous
 * approvals are not counted as the same one of a month. A transaction that locks accounts as well locks
 * their rows first; payees are locked in the order of their ids, all in one call.
 */
export async function lockPayees(tx: Transaction, ids: readonly number[]): Promise<void> {
  for (const id of [...new Set(ids)].toSorted((left, right) => left - right)) {
    await tx.execute(sql`select pg_advisory_xact_lock(${payeeLock}, ${id})`)
  }
}

type Account = (typeof ledgerEntries.$inferSelect)['account']

/** A transaction, without the two sides of it. */
type Event = Omit<
  typeof ledgerTransactions.$inferInsert,
  'id' | 'at' | 'month' | 'byId' | 'payoutId'
> & { month: string | SQL<string> }

interface Movement {
  from: Account
  to: Account
  /** Its name in the trail. */
  action: AuditAction
  by: EventSource
  /** By the ids of payouts that are approved: which account each is for, as a digest. */
  accounts?: ReadonlyMap<number, string>
}

/** Adds to the ledger, and to the trail, what is about no payout: a reward, what takes it back, an adjustment. */
export async function postTransaction(
  tx: Transaction,
  event: Event,
  { cents, ...movement }: Movement & { cents: number },
): Promise<void> {
  const added = tx
    .insert(ledgerTransactions)
    .values({ ...event, byId: movement.by.id ?? null })
    .returning()
  await post(tx, { added: added.getSQL(), cents: sql`${cents}::bigint` }, movement)
}

const destinations = { payout: 'paying', paid: 'paid', 'payout-failed': 'payable' } as const

interface PayoutMovement extends Omit<Movement, 'to'> {
  kind: keyof typeof destinations
  /** A condition on the payouts. */
  which: SQL
  /** Why what was said before is corrected. */
  reason?: string
}

/** Adds to the ledger, and to the trail, that these payouts were approved, were paid, or failed. */
export async function postPayouts(
  tx: Transaction,
  { kind, which, reason, ...movement }: PayoutMovement,
): Promise<void> {
  const added = sql`
    insert into ledger_transactions (kind, payee_id, payout_id, month, reason, by_id)
    select ${kind}, payee_id, id, ${monthOf(sql`now()`)}, ${reason ?? null}::text,
      ${movement.by.id ?? null}::int
    from payouts where ${which} order by id
    returning id, payee_id, payout_id`
  await post(tx, { added, cents: sql`p.cents` }, { ...movement, to: destinations[kind] })
}

/**
 * So many cents go from one account of the payee to another. An account that receives has minus so many:
 * what is owed, in transit or paid is minus the sum of its account.
 */
async function post(
  tx: Transaction,
  { added, cents }: { added: SQL; cents: SQL },
  { from, to, ...recorded }: Movement,
): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with posted as (${added}), entered as (
      insert into ledger_entries (transaction_id, account, payee_id, cents)
      select posted.id, side.account, posted.payee_id, side.sign * ${cents}
      from posted left join payouts p on p.id = posted.payout_id
        cross join (values (${from}, 1), (${to}, -1)) as side(account, sign)
      order by posted.id, side.sign desc
    )
    select id from posted`)
  const ids = rows.map(({ id }) => id)
  await recordPostings(tx, { which: sql`t.id = any(${sql.param(ids)}::bigint[])`, ...recorded })
}

/** Everything that is posted to the ledger has one event of these in the trail, and each of these one transaction. */
export const postingActions: readonly AuditAction[] = [
  'reward.earned',
  'reward.reversed',
  'reward.tier-changed',
  'ledger.adjusted',
  'payout.approved',
  'payout.paid',
  'payout.failed',
  'payout.returned',
  'payout.paid-after-all',
]

const wasApproved = sql`p.state in ('paying', 'paid', 'failed')`

const digest = (text: SQL): SQL => sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

/** The trail's words on a transaction `t`, for good. Texts that people wrote are there as a digest only. */
export const postingDetails = sql`(
  select jsonb_strip_nulls(jsonb_build_object(
    'transaction', t.id, 'kind', t.kind, 'payee', t.payee_id, 'month', t.month,
    'cents', (array_agg(side.cents order by side.id))[1],
    'sides', string_agg(side.account || ' ' || side.cents, ', ' order by side.id),
    'referral', t.referred_person_id, 'round', t.round, 'policy', t.policy_id,
    'payout', t.payout_id, 'reason', ${digest(sql`t.reason`)}))
  from ledger_entries side where side.transaction_id = t.id)`

/** A digest of a payout `p` as its newest transaction left it, but for the account that it goes to. */
export const payoutDigest = digest(sql`jsonb_build_array(
  p.id, p.run_id, p.payee_id, p.cents, p.state, p.reason, p.method, p.reference,
  case when p.state <> 'paying' then p.file_id end)::text`)

/**
 * The method and the last four that a payout was approved with, for the trail: the same for the same ones, and
 * good for nothing without the key.
 */
export function digestAccount(
  key: Buffer,
  { id, method, lastFour }: { id: number; method: string | null; lastFour: string | null },
): string {
  const account = JSON.stringify(['account of a payout', id, method, lastFour])
  return createHmac('sha256', key).update(account).digest('base64url')
}

/** The trail's words on an approved run `r`; the outcome of its payouts has events of its own. */
export const runDetails = sql`(
  select jsonb_build_object('period', r.period, 'firstDay', r.first_day, 'lastDay', r.last_day,
    'payouts', count(*) filter (where ${wasApproved}), 'others', ${digest(sql`coalesce(
      string_agg(jsonb_build_array(p.id, p.payee_id, p.cents, p.state, p.reason)::text, ',' order by p.id)
        filter (where not ${wasApproved}), '')`)})
  from payouts p where p.run_id = r.id)`

export async function readRunDetails(
  tx: Transaction,
  runId: number,
): Promise<Record<string, string | number>> {
  const { rows } = await tx.execute<{ details: Record<string, string | number> }>(
    sql`select ${runDetails} as details from payout_runs r where r.id = ${runId}`,
  )
  return onlyRow(rows).details
}

/** Adds to the trail what was posted just now, with its payouts as they are by then. */
async function recordPostings(
  tx: Transaction,
  posted: {
    /** A condition on the transactions `t`. */
    which: SQL
    action: AuditAction
    by: EventSource
    /** For payouts, by their ids: which account each was approved for, as a digest. */
    accounts?: ReadonlyMap<number, string>
  },
): Promise<void> {
  const { which, action, by, accounts = new Map<number, string>() } = posted
  const { id = null, ip, requestId = null } = by
  await tx.execute(sql`
    insert into audit_events (actor_id, action, object, ip, request_id, details)
    select ${id}::int, ${action}, coalesce('payout:' || t.payout_id, 'user:' || t.payee_id),
      ${ip}::text, ${requestId}::uuid, ${postingDetails} || jsonb_strip_nulls(jsonb_build_object(
        'digest', case when p.id is not null then ${payoutDigest} end, 'account', account.digest))
    from ledger_transactions t left join payouts p on p.id = t.payout_id
      left join unnest(${sql.param([...accounts.keys()])}::int[],
        ${sql.param([...accounts.values()])}::text[]) account(payout_id, digest)
        on account.payout_id = t.payout_id
    where ${which} order by t.id`)
}
