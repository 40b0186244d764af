import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '../../db/client'
import type { Sealer } from '../../db/sealing'
import { findFingerprintKey } from './fingerprints'
import {
  digestAccount,
  payoutDigest,
  postingActions,
  postingDetails,
  runDetails,
} from './post-transaction'

export type Report = (problem: string) => void

/** Selects `id` and, if it needs more words, `what`; every row is a problem. */
export interface Check {
  find: SQL
  say: (row: { id: number | string; what: string }) => string
}

const payoutsAtOnce = 5_000

/**
 * The first event `e` of each `key`, how many there are, and whether the chain holds it, or will within the minute.
 * Keys are texts, so that one that is no number is in no one's way.
 */
const firstEvents = (actions: readonly string[], key: SQL) => sql`(
  select distinct on (key) told.*, count(*) over (partition by key) as times,
    exists (select from audit_chain link where link.event_id = told.id)
      or exists (select from audit_pending waiting where waiting.event_id = told.id) as is_chained
  from (
    select id, at, actor_id, object, details, ${key} as key from audit_events
    where action = any(${sql.param(actions)}::text[])
  ) told
  order by key, id) e`

const postings = firstEvents(postingActions, sql`details ->> 'transaction'`)
const approvals = firstEvents(['payout-run.approved'], sql`object`)
const files = firstEvents(['payout-run.file-downloaded'], sql`details ->> 'file'`)

/** Checks that the ledger with its payouts, and what was recorded in the same transactions, say the same. */
export const recordedChecks: Check[] = [
  {
    find: sql`select * from (
        select coalesce(t.id::text, e.key, 'of event ' || e.id) as id, case
          when e.id is null then 'is in the ledger, and not in the audit trail'
          when t.id is null then 'is in the audit trail, and not in the ledger'
          when e.times > 1 then 'is in the audit trail ' || e.times || ' times'
          when not e.is_chained then 'is in the audit trail past its chain'
          when e.at <> t.at then 'was posted at another time than the audit trail says'
          when e.actor_id is distinct from t.by_id or e.details - 'digest' - 'account' <> ${postingDetails}
            then 'is not what the audit trail says'
        end as what
        from ledger_transactions t full join ${postings} on e.key = t.id::text
      ) compared where what is not null`,
    say: ({ id, what }) => `transaction ${id} ${what}`,
  },
  {
    find: sql`select p.id from payouts p
      join lateral (
        select * from ledger_transactions t where t.payout_id = p.id order by t.id desc limit 1
      ) newest on true
      left join ${postings} on e.key = newest.id::text
      where p.settled_at is distinct from case when newest.kind <> 'payout' then newest.at end
        or e.details ->> 'digest' <> ${payoutDigest}`,
    say: ({ id }) => `payout ${id} is not what the audit trail says`,
  },
  {
    find: sql`select * from (
        select coalesce(r.id::text, e.key) as id, case
          when e.id is null then case when r.state <> 'draft' then 'was approved, and not by the audit trail' end
          when r.id is null then 'is in the audit trail, and not there'
          when e.times > 1 or not e.is_chained or r.state = 'draft' or r.approved_at <> e.at
            or r.approved_by is distinct from e.actor_id or e.details <> ${runDetails}
            then 'is not what the audit trail says'
        end as what
        from payout_runs r full join ${approvals} on e.key = 'payout-run:' || r.id
      ) compared where what is not null`,
    say: ({ id, what }) => `payout run ${id} ${what}`,
  },
  {
    find: sql`select coalesce(f.id::text, e.key) as id
      from payout_files f full join ${files} on e.key = f.id::text
      where f.id is null or e.id is null or not e.is_chained or f.made_at <> e.at
        or e.object <> 'payout-run:' || f.run_id or e.details ->> 'method' <> f.method
        or to_jsonb((select count(*) from payouts p where p.file_id = f.id)) > e.details -> 'payouts'`,
    say: ({ id }) => `payment file ${id} is not what the audit trail says`,
  },
]

/** Whether the method and the last four of each payout are those that it was approved with. */
export async function checkAccounts(tx: Transaction, sealer: Sealer, report: Report) {
  const key = await findFingerprintKey(tx, sealer)
  for (let after = 0; ;) {
    const payouts = await listApproved(tx, after)
    if (payouts.length > 0 && !key) {
      report('what payouts were approved with can’t be told: DATA_KEY does not open the key for it')
      return
    }
    for (const payout of payouts) {
      if (key && payout.account === digestAccount(key, payout)) continue
      report(`payout ${payout.id} has another method or last four than it was approved with`)
    }
    if (payouts.length < payoutsAtOnce) return
    after = payouts.at(-1)?.id ?? after
  }
}

async function listApproved(tx: Transaction, after: number) {
  const { rows } = await tx.execute<{
    id: number
    method: string | null
    lastFour: string | null
    account: string | null
  }>(sql`
    select p.id, p.method, p.last_four as "lastFour", (
        select e.details ->> 'account' from audit_events e
        where e.object = 'payout:' || p.id and e.action = 'payout.approved'
        order by e.id limit 1
      ) as account
    from payouts p
    where p.id > ${after} and p.state in ('paying', 'paid', 'failed')
    order by p.id limit ${payoutsAtOnce}`)
  return rows
}
