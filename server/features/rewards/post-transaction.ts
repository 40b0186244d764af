import { sql, type SQL } from 'drizzle-orm'
import type { AuditAction } from '@shared/audit'
import type { EventSource } from '../../ctx'
import type { Transaction } from '../../db/client'
import { monthOf } from '../../db/program-days'
import { type ledgerEntries, ledgerTransactions } from '../../db/schema/rewards'
import { recordPostings } from './record-postings'

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
