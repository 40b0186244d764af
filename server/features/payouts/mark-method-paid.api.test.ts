import { expect, it } from 'vitest'
import { ascending, notFound } from '@tests/support/portal/answers'
import { logInConfirmedAdmin } from '@tests/support/portal/agents'
import { buildPaymentSettings, lineOf, runsPath, setUpPayouts } from '@tests/support/portal/payouts'
import { startSharedApp } from '@tests/support/portal/shared-app'

const app = await startSharedApp()
const { admin, boss } = await logInConfirmedAdmin(app)
const { approve, balance, buildPayee, decide, prepareDraft, read, settle } = setUpPayouts(
  app,
  admin,
  boss,
)

const markPaid = (run: number, method: string, reference = 'Batch 12') =>
  admin.post(`${runsPath}/${run}/files/${method}/paid`).send({ reference })

it('all of a payment file is paid by one reference, and nothing beside it', async () => {
  const [{ payee: first }, { payee: second }] = [await buildPayee(), await buildPayee()]
  const { payee: other } = await buildPayee()
  await buildPaymentSettings(app, other, {
    details: { method: 'paypal', email: 'other@partner.example' },
  })
  const { id } = await prepareDraft()
  await markPaid(id, 'ach').expect(409)
  await approve(id)
  const { body: run } = await markPaid(id, 'ach').expect(200)
  for (const payee of [first, second]) {
    expect(lineOf(run, payee)).toMatchObject({ state: 'paid', reference: 'Batch 12' })
    expect(await balance(payee)).toMatchObject({ payingCents: 0, paidCents: 50_000 })
  }
  expect(lineOf(run, other)).toMatchObject({ state: 'paying', reference: null })
  expect(run.state).toBe('approved')
  const { rows: events } = await app.pool.query(
    'select action, details from audit_events where object = $1 order by id desc limit 1',
    [`payout-run:${id}`],
  )
  const details = { method: 'ach', payouts: 2, cents: 100_000 }
  expect(events).toEqual([{ action: 'payout-run.method-paid', details }])
  const { rows: sealed } = await app.pool.query(
    'select method from payouts where run_id = $1 and sealed_details is not null',
    [id],
  )
  expect(sealed).toEqual([{ method: 'paypal' }])
  await markPaid(id, 'ach').expect(409)
  await markPaid(id, 'paypal', ' ').expect(400)
  const { body: done } = await markPaid(id, 'paypal').expect(200)
  expect(done.state).toBe('done')
})

it('by two at once it is paid once', async () => {
  const { payee } = await buildPayee()
  const { id } = await prepareDraft()
  await approve(id)
  const answers = await Promise.all([markPaid(id, 'ach'), markPaid(id, 'ach')])
  expect(ascending(answers.map(({ status }) => status))).toEqual([200, 409])
  expect(await balance(payee)).toMatchObject({ payingCents: 0, paidCents: 50_000 })
})

it('a file that there is not is not paid', async () => {
  await markPaid(2_000_000_000, 'ach').expect(404, notFound)
  const { payee: _payee } = await buildPayee()
  const { id } = await prepareDraft()
  await markPaid(id, 'cash').expect(404, notFound)
})

it('someone who was rejected since is in no payment file, and waits to be marked', async () => {
  const [{ payee }, { payee: rejected }] = [await buildPayee(), await buildPayee()]
  const { id } = await prepareDraft()
  await approve(id)
  await decide(rejected, 'rejected')
  const run = await read(id)
  expect(run.files).toEqual([{ method: 'ach', count: 1, cents: 50_000 }])
  const waiting = { state: 'paying', reason: 'rejected-since' }
  expect(lineOf(run, rejected)).toMatchObject(waiting)
  const { text } = await admin.get(`${runsPath}/${id}/files/ach`).expect(200)
  expect(text.trimEnd().split('\r\n')).toHaveLength(2)
  const { body: marked } = await markPaid(id, 'ach').expect(200)
  expect(lineOf(marked, payee)?.state).toBe('paid')
  expect(lineOf(marked, rejected)).toMatchObject(waiting)
  await settle(lineOf(run, rejected)?.id, { state: 'failed', reason: 'Rejected' }).expect(200)
  expect((await read(id)).state).toBe('done')
})
