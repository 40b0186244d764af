import { expect, it } from 'vitest'
import { payoutLine } from '@shared/payouts'
import { startSharedMailbox } from '@tests/support/mail/shared-mailbox'
import { logIn, logInConfirmedAdmin } from '@tests/support/portal/agents'
import { lineOf, monthMs, setUpPayouts } from '@tests/support/portal/payouts'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { emailConfirmations } from '../../db/schema/email-confirmations'

const { url } = await startSharedMailbox()
const app = await startSharedApp({ env: { SMTP_URL: url } })
const { admin, boss } = await logInConfirmedAdmin(app)
const { approve, balance, buildPayee, clock, prepareDraft, read, settle } = setUpPayouts(
  app,
  admin,
  boss,
)

const correct = (id: number, correction: object) =>
  admin.post(`/api/admin/payouts/${id}/correct`).send(correction)
const returned = { state: 'failed', reason: 'Returned: account closed' }
const paidAfterAll = { state: 'paid', reference: 'ACH 9', reason: 'It arrived' }

/** Someone with a payout that is on its way. */
async function buildPayout() {
  const { payee } = await buildPayee()
  await app.db
    .insert(emailConfirmations)
    .values({ userId: payee.id, email: payee.email, confirmedAt: new Date() })
  const run = await approve((await prepareDraft()).id)
  return { payee, runId: run.id, id: lineOf(run, payee)?.id ?? 0 }
}

async function readStatement(payee: Parameters<typeof logIn>[1]) {
  const agent = await logIn(app, payee)
  const [{ month, paidOutCents }] = (await agent.get('/api/referral-desk/statements')).body
  const { body } = await agent.get(`/api/referral-desk/statements/${month}`).expect(200)
  const lines = body.lines.map(({ kind, cents }: { kind: string; cents: number }) => [kind, cents])
  return { paidOutCents, lines }
}

const listMails = async (userId: number) =>
  (
    await app.pool.query(
      `select kind from mails where user_id = $1 and kind like 'payout%' order by id`,
      [userId],
    )
  ).rows.map(({ kind }) => kind)

const listEvents = async (id: number) =>
  (
    await app.pool.query('select action, actor_id from audit_events where object = $1', [
      `payout:${id}`,
    ])
  ).rows

it('a payout that the bank returned is owed again, and the payee is told', async () => {
  const { payee, runId, id } = await buildPayout()
  await correct(id, returned).expect(409)
  await settle(id, { state: 'paid', reference: 'ACH 8' }).expect(200)
  const { body } = await correct(id, returned).expect(200)
  expect(payoutLine.strict().parse(body)).toMatchObject({ ...returned, reference: 'ACH 8' })
  expect(await balance(payee)).toMatchObject({ payableCents: 50_000, paidCents: 0 })
  expect((await read(runId)).state).toBe('done')
  expect(await readStatement(payee)).toEqual({
    paidOutCents: 0,
    lines: [
      ['reward', 50_000],
      ['payout', -50_000],
      ['payout-failed', 50_000],
    ],
  })
  expect(await listMails(payee.id)).toEqual(['payout', 'payout-returned'])
  expect(await listEvents(id)).toEqual([
    { action: 'payout.paid', actor_id: boss.id },
    { action: 'payout.returned', actor_id: boss.id },
  ])
  clock.now += monthMs
  expect(lineOf(await prepareDraft(), payee)).toMatchObject({ cents: 50_000, state: 'ready' })
})

it('one that failed and was paid after all is not owed any more, and comes off where it was paid again', async () => {
  const { payee, id } = await buildPayout()
  await correct(id, paidAfterAll).expect(409)
  await settle(id, { state: 'failed', reason: 'A click too many' }).expect(200)
  clock.now += monthMs
  const again = await approve((await prepareDraft()).id)
  await settle(lineOf(again, payee)?.id, { state: 'paid', reference: 'ACH 10' }).expect(200)
  const { body } = await correct(id, paidAfterAll).expect(200)
  expect(body).toMatchObject(paidAfterAll)
  expect(await balance(payee)).toMatchObject({ payableCents: -50_000, paidCents: 100_000 })
  expect(await readStatement(payee)).toEqual({
    paidOutCents: 100_000,
    lines: [
      ['reward', 50_000],
      ['payout', -50_000],
      ['payout-failed', 50_000],
      ['payout', -50_000],
      ['paid', -50_000],
    ],
  })
  expect(await listMails(payee.id)).toEqual(['payout', 'payout'])
  expect((await listEvents(id)).at(-1)?.action).toBe('payout.paid-after-all')
})

it('is corrected once, by one of two at once, and with a reason', async () => {
  const { payee, id } = await buildPayout()
  await settle(id, { state: 'paid', reference: 'ACH 8' }).expect(200)
  await correct(id, { state: 'failed', reason: ' ' }).expect(400)
  await correct(id, paidAfterAll).expect(409)
  const answers = await Promise.all([correct(id, returned), correct(id, returned)])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  await correct(id, paidAfterAll).expect(409)
  await settle(id, { state: 'paid', reference: 'ACH 11' }).expect(409)
  await correct(2_000_000_000, returned).expect(404)
  expect(await balance(payee)).toMatchObject({ payableCents: 50_000, paidCents: 0 })
})
