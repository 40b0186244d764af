import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '../../db/client'
import { monthOf } from '../../db/program-days'
import type { Actor } from '../../http/actor'
import { recordPostings } from '../rewards/record-postings'

const movements = {
  payout: { from: 'payable', to: 'paying', action: 'payout.approved' },
  paid: { from: 'paying', to: 'paid', action: 'payout.paid' },
} as const

/** Adds to the ledger, and to the trail, that these payouts were approved or paid. */
export async function postPayouts(
  tx: Transaction,
  posting: {
    kind: keyof typeof movements
    which: SQL
    by: Actor
    /** By the ids of payouts that are approved: which account each is for, as a digest. */
    accounts?: ReadonlyMap<number, string>
  },
): Promise<void> {
  const { kind, which, by, accounts } = posting
  const { from, to, action } = movements[kind]
  const { rows } = await tx.execute<{ id: string }>(sql`
    with posted as (
      insert into ledger_transactions (kind, payee_id, payout_id, month, by_id)
      select ${kind}, payee_id, id, ${monthOf(sql`now()`)}, ${by.id}::int
      from payouts where ${which} order by id
      returning id, payee_id, payout_id
    ), entered as (
      insert into ledger_entries (transaction_id, account, payee_id, cents)
      select posted.id, side.account, posted.payee_id, side.sign * p.cents
      from posted join payouts p on p.id = posted.payout_id
        cross join (values (${from}, 1), (${to}, -1)) as side(account, sign)
      order by posted.id, side.sign desc
    )
    select id from posted`)
  const ids = rows.map(({ id }) => id)
  await recordPostings(tx, {
    which: sql`t.id = any(${sql.param(ids)}::bigint[])`,
    action,
    by,
    ...(accounts && { accounts }),
  })
}
