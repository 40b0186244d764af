import { formatCents } from '@shared/money'
import { loadEnv } from '../env'
import { totalsStatement, verifyLedger } from '../features/rewards/verify-ledger'
import { defineCommand } from './command'
import { withDatabase } from './with-database'

const exitCodes = { sound: 0, notSound: 1, cannotRun: 2 }

export const command = defineCommand({ options: {}, cannotRun: exitCodes.cannotRun }, async () => {
  const totals = await withDatabase({ ...loadEnv(), migrate: false }, (db) =>
    verifyLedger({ db, report: (problem) => console.log(`- ${problem}`) }),
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
