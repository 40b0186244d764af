import { formatCents } from '@shared/money'
import { createSealer } from '../db/sealing'
import { loadEnv } from '../env'
import { totalsStatement, verifyLedger } from '../features/rewards/verify-ledger'
import { defineCommand } from './command'
import { withDatabase } from './with-database'

const exitCodes = { sound: 0, notSound: 1, cannotRun: 2 }

export const command = defineCommand({ options: {}, cannotRun: exitCodes.cannotRun }, async () => {
  const env = loadEnv()
  const sealer = createSealer(env.dataKeys)
  const totals = await withDatabase(
    { ...env, migrate: false },
    (db) => verifyLedger({ db, sealer, report: (problem) => console.log(`- ${problem}`) }),
    // Each of its statements reads all of the ledger.
    { statementTimeoutMs: 3_600_000 },
  )
  const { transactions, problems } = totals
  const sums = [
    `earned ${formatCents(totals.earnedCents)}`,
    `owed ${formatCents(totals.payableCents)}`,
    `on its way ${formatCents(totals.payingCents)}`,
    `paid ${formatCents(totals.paidCents)}`,
  ]
  console.log(
    `${transactions} transactions: ${sums.join(', ')}.\n` +
      `To compare: ${totalsStatement};\n` +
      (problems === 0 ? 'Sound.' : `Not sound: ${problems} problem${problems === 1 ? '' : 's'}.`),
  )
  process.exitCode = problems === 0 ? exitCodes.sound : exitCodes.notSound
})
