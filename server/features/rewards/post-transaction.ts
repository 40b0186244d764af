import type { SQL } from 'drizzle-orm'
import type { Transaction } from '../../db/client'
import { onlyRow } from '../../db/only-row'
import { ledgerEntries, ledgerTransactions } from '../../db/schema/rewards'

type Account = (typeof ledgerEntries.$inferSelect)['account']

/** What happened, without the two sides of it. */
type Event = Omit<typeof ledgerTransactions.$inferInsert, 'id' | 'at' | 'month'> & {
  month: string | SQL<string>
}

/**
 * Adds to the ledger that so many cents went from one account of the payee to another. An account that
 * receives has minus so many: what is owed, on its way or paid is minus the sum of its account.
 */
export async function postTransaction(
  tx: Transaction,
  event: Event,
  { cents, from, to }: { cents: number; from: Account; to: Account },
): Promise<void> {
  const { payeeId } = event
  const { id: transactionId } = onlyRow(
    await tx.insert(ledgerTransactions).values(event).returning({ id: ledgerTransactions.id }),
  )
  await tx.insert(ledgerEntries).values([
    { transactionId, account: from, payeeId, cents },
    { transactionId, account: to, payeeId, cents: -cents },
  ])
}
