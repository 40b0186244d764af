import { sql, type SQL } from 'drizzle-orm'
import type { AuditAction } from '@shared/audit'
import type { Transaction } from '../../db/client'
import { onlyRow } from '../../db/only-row'
import { ledgerEntries, ledgerTransactions } from '../../db/schema/rewards'
import type { EventSource } from '../audit/record-event'
import { recordPostings } from './record-postings'

type Account = (typeof ledgerEntries.$inferSelect)['account']

/** What happened, without the two sides of it. */
type Event = Omit<typeof ledgerTransactions.$inferInsert, 'id' | 'at' | 'month' | 'byId'> & {
  month: string | SQL<string>
}

interface Movement {
  cents: number
  from: Account
  to: Account
  /** What the trail calls it. */
  action: AuditAction
  by: EventSource
}

/**
 * Adds to the ledger, and to the trail, that so many cents went from one account of the payee to another. An
 * account that receives has minus so many: what is owed, on its way or paid is minus the sum of its account.
 */
export async function postTransaction(
  tx: Transaction,
  event: Event,
  { cents, from, to, action, by }: Movement,
): Promise<void> {
  const { payeeId } = event
  const { id: transactionId } = onlyRow(
    await tx
      .insert(ledgerTransactions)
      .values({ ...event, byId: by.id ?? null })
      .returning({ id: ledgerTransactions.id }),
  )
  await tx.insert(ledgerEntries).values([
    { transactionId, account: from, payeeId, cents },
    { transactionId, account: to, payeeId, cents: -cents },
  ])
  await recordPostings(tx, { which: sql`t.id = ${transactionId}`, action, by })
}
