import { formatCents } from '@shared/money'
import { createSealer } from '../db/sealing'
import { loadEnv } from '../env'
import { totalsStatement, verifyLedger, type LedgerTotals } from '../features/rewards/verify-ledger'
import { defineReport } from './command'
import { giveVerdict, verdictCodes, type Verdict } from './verdict'
import { withDatabase } from './with-database'

export const command = defineReport(
  { options: {}, cannotRun: verdictCodes.cannotRun },
  async (_values, { report }) => {
    const env = loadEnv()
    const sealer = createSealer(env.dataKeys)
    const totals = await withDatabase(
      { ...env, migrate: false },
      (db) => verifyLedger(db, sealer, report),
      // Each of its statements reads all of the ledger.
      { statementTimeoutMs: 3_600_000 },
    )
    return judgeLedger(totals)
  },
)

export function judgeLedger(totals: LedgerTotals): Verdict {
  const sums = [
    `earned ${formatCents(totals.earnedCents)}`,
    `owed ${formatCents(totals.payableCents)}`,
    `on its way ${formatCents(totals.payingCents)}`,
    `paid ${formatCents(totals.paidCents)}`,
  ]
  return giveVerdict(
    `${totals.transactions} transactions: ${sums.join(', ')}.\nTo compare: ${totalsStatement};`,
    totals,
  )
}
