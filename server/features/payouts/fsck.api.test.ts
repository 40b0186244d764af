import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { onlyRow } from '@server/db/only-row'
import { paymentSettings, payoutRuns, payouts } from '@server/db/schema/payouts'
import { createSealer } from '@server/db/sealing'
import { buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { fsckPaymentDetails } from './fsck'
import { sealPaymentDetails } from './payment-details'

const app = await startSharedApp()

async function check(sealer = app.sealer) {
  const problems: string[] = []
  await fsckPaymentDetails({ db: app.db, sealer, report: (problem) => problems.push(problem) })
  return problems
}

it('the check names payment details that the configured keys do not open', async () => {
  const { id } = await buildUser(app)
  const details = { method: 'paypal', email: 'ada@partner.example' } as const
  const settings = { userId: id, ...sealPaymentDetails(app.sealer, id, details) }
  await app.db.insert(paymentSettings).values(settings)
  const period = { period: '2026-10', firstDay: '2026-10-01', lastDay: '2026-10-31' }
  const run = onlyRow(await app.db.insert(payoutRuns).values(period).returning())
  const payment = {
    runId: run.id,
    payeeId: id,
    cents: 1,
    state: 'paying',
    sealedDetails: 'x',
  } as const
  const payout = onlyRow(await app.db.insert(payouts).values(payment).returning())
  const unopened = `Payout ${payout.id}: DATA_KEY does not open its details`
  expect(await check()).toEqual([unopened])
  expect(await check(createSealer([randomBytes(32)]))).toEqual([
    `Payment settings of ${id}: DATA_KEY does not open them`,
    unopened,
  ])
})
