import { expect, it } from 'vitest'
import { logInConfirmedAdmin } from '@tests/support/portal/agents'
import type { BuiltUser } from '@tests/support/portal/factories'
import { lineOf, setUpPayouts } from '@tests/support/portal/payouts'
import { buildReferred } from '@tests/support/portal/referrals'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { findNextPayout } from './find-next-payout'

const app = await startSharedApp()
const { admin, boss } = await logInConfirmedAdmin(app)
const { balance, buildPayee, clock, decide, prepare, read } = setUpPayouts(app, admin, boss)

/** Moves what is in the ledger about a referral: when it was posted, and the month that it counts for. */
const postAt = (referralId: number, at: string, month: string, kinds = ['reward', 'reversal']) =>
  app.asOwner(`alter table ledger_transactions disable trigger user;
    update ledger_transactions set at = '${at}', month = '${month}'
      where referred_person_id = ${referralId} and kind = any ('{${kinds.join()}}');
    alter table ledger_transactions enable trigger user`)

/** What the desk says on the 10th of November, and what the run of October has on the 15th. */
async function compare(payee: BuiltUser) {
  const { payableCents } = await balance(payee)
  const of = { userId: payee.id, payableCents, isComplete: true }
  const said = await findNextPayout(app.db, of, new Date('2026-11-10T12:00:00Z'))
  clock.now = Date.parse('2026-11-15T12:00:00Z')
  const run = await prepare()
  const line = run && lineOf(await read(run.id), payee)
  return { said, paid: line?.cents ?? null }
}

it('what was earned up to the last moment of a month is in the payout of the 15th', async () => {
  const { payee, referred } = await buildPayee()
  const late = await buildReferred(app, payee)
  await decide(late, 'approved')
  // The clocks went back on the 1st of November, at two o’clock.
  await postAt(referred.referralId, '2026-10-31T23:59:59.999-04', '2026-10-01')
  await postAt(late.referralId, '2026-11-01T00:00:00-04', '2026-11-01')
  expect(await compare(payee)).toMatchObject({
    said: { cents: 50_000, day: '2026-11-15' },
    paid: 50_000,
  })
})

it('what was taken back since is not, though as much was earned after it', async () => {
  const { payee, referred } = await buildPayee()
  await decide(referred, 'rejected')
  await postAt(referred.referralId, '2026-10-20T12:00:00Z', '2026-10-01', ['reward'])
  await postAt(referred.referralId, '2026-11-05T12:00:00Z', '2026-10-01', ['reversal'])
  const late = await buildReferred(app, payee)
  await decide(late, 'approved')
  await postAt(late.referralId, '2026-11-06T12:00:00Z', '2026-11-01')
  expect(await compare(payee)).toMatchObject({
    said: { cents: 50_000, day: '2026-12-15' },
    paid: null,
  })
})
