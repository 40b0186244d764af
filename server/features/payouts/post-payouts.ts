import { sql, type SQL } from 'drizzle-orm'
import type { Transaction } from '../../db/client'
import { monthOf } from '../../db/program-days'
import type { Actor } from '../../http/actor'

const movements = {
  payout: { from: 'payable', to: 'paying' },
  paid: { from: 'paying', to: 'paid' },
} as const

/** Adds to the ledger, in one statement, that these payouts were approved or paid. Returns how many there are. */
export async function postPayouts(
  tx: Transaction,
  { kind, which, by }: { kind: keyof typeof movements; which: SQL; by: Actor },
): Promise<number> {
  const { from, to } = movements[kind]
  const { rowCount } = await tx.execute(sql`
    with posted as (
      insert into ledger_transactions (kind, payee_id, payout_id, month, by_id)
      select ${kind}, payee_id, id, ${monthOf(sql`now()`)}, ${by.id}::int
      from payouts where ${which} order by id
      returning id, payee_id, payout_id
    )
    insert into ledger_entries (transaction_id, account, payee_id, cents)
    select posted.id, side.account, posted.payee_id, side.sign * p.cents
    from posted join payouts p on p.id = posted.payout_id
      cross join (values (${from}, 1), (${to}, -1)) as side(account, sign)`)
  return (rowCount ?? 0) / 2
}
