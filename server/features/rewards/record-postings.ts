import { createHmac } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import type { AuditAction } from '@shared/audit'
import type { EventSource } from '../../ctx'
import type { Transaction } from '../../db/client'
import { onlyRow } from '../../errors'

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
export async function recordPostings(
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
