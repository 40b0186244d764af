import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { PaymentDetails } from '@shared/payment-settings'
import { onlyRow } from '@server/errors'
import { paymentSettings, payoutRuns, payouts } from '@server/db/schema/payouts'
import { createSealer } from '@server/db/sealing'
import { invalid } from '@tests/support/portal/answers'
import { logIn, logInAdmin, type Agent } from '@tests/support/portal/agents'
import { buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { mailsTo } from '@tests/support/portal/queued-mails'
import { readZip } from '@tests/support/portal/read-zip'
import { turnOnSecondFactor } from '@tests/support/portal/second-factor'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { fsckSealed } from '../../cli/sealed-places'
import { fingerprintOf, openPaymentDetails, sealPaymentDetails } from './payment-details'

const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const admin = await logInAdmin(app)

const marker = '77123498761234'
const ach: PaymentDetails = {
  method: 'ach',
  routingNumber: '021000021',
  accountNumber: marker,
  accountType: 'checking',
}
const paypal = { method: 'paypal', email: 'rosamund@partner.example' }

const anotherSealer = createSealer([randomBytes(32)])

const save = (agent: Agent, user: BuiltUser, settings: object) =>
  agent.put('/api/payment-settings').send({ ...settings, currentPassword: user.password })
const read = async (agent: Agent) => (await agent.get('/api/payment-settings').expect(200)).body

async function buildPayee() {
  const user = await buildUser(app)
  return { user, agent: await logIn(app, user) }
}

const stored = async ({ id }: BuiltUser) =>
  (await app.db.select().from(paymentSettings).where(eq(paymentSettings.userId, id)))[0]

const trailOf = async ({ id }: BuiltUser) =>
  (
    await app.pool.query(
      `select actor_id, details from audit_events
       where object = $1 and action = 'account.payment-settings-changed' order by id`,
      [`user:${id}`],
    )
  ).rows

const noticesTo = async ({ email }: BuiltUser) =>
  (await mailsTo(app, email)).filter(
    ({ subject }) => subject === 'Your payment details were changed',
  )

describe('payment settings', () => {
  it('are set with the password, and shown as their end only', async () => {
    const { user, agent } = await buildPayee()
    expect(await read(agent)).toEqual({ settings: null })
    const wrong = invalid('currentPassword', 'That isn’t your current password.')
    const refused = { ...ach, currentPassword: 'not this one' }
    await agent.put('/api/payment-settings').send(refused).expect(400, wrong)
    await save(agent, user, { ...ach, routingNumber: '021000022' }).expect(400)
    expect(await read(agent)).toEqual({ settings: null })
    await save(agent, user, ach).expect(200)
    const shown = await read(agent)
    expect(shown.settings).toMatchObject({ method: 'ach', lastFour: '1234' })
    const days = (Date.parse(shown.settings.restsUntil) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(2.99)
    expect(days).toBeLessThanOrEqual(3)
    const row = await stored(user)
    expect(row && openPaymentDetails(app.sealer, row)).toEqual(ach)
  })

  it('are refused for someone who is erased in the meantime', async () => {
    const { user, agent } = await buildPayee()
    const erasing = { statement: 'delete from users where id = $1', id: user.id, waiting: 1 }
    const { status } = await meetAtLock(app, erasing, async () => save(agent, user, paypal))
    expect(status).toBe(401)
  })

  it('take a code as well where two-step login is on', async () => {
    const { user, agent } = await buildPayee()
    const { codes } = await turnOnSecondFactor(agent, user.password)
    const needed = invalid('code', 'Enter the code from your authenticator app.')
    await save(agent, user, paypal).expect(400, needed)
    await save(agent, user, { ...paypal, code: codes[0] }).expect(200)
  })

  it('when changed, pause again, tell their owner by mail and leave a trace without the values', async () => {
    const { user, agent } = await buildPayee()
    await save(agent, user, paypal).expect(200)
    await app.pool.query(
      "update payment_settings set changed_at = now() - interval '73 hours' where user_id = $1",
      [user.id],
    )
    expect((await read(agent)).settings.restsUntil).toBeNull()
    // The same once more is no change.
    await save(agent, user, paypal).expect(200)
    expect((await read(agent)).settings.restsUntil).toBeNull()
    const { body } = await save(agent, user, ach).expect(200)
    expect(body.settings.restsUntil).not.toBeNull()
    expect(await trailOf(user)).toEqual([
      { actor_id: user.id, details: { method: 'paypal' } },
      { actor_id: user.id, details: { method: 'ach' } },
    ])
    const notices = await noticesTo(user)
    expect(notices.map(({ kind }) => kind)).toEqual(['payment-details', 'payment-details'])
    expect(notices[1]?.text).toContain('bank transfer (ACH)')
    expect(notices[1]?.text).toContain('three days')
  })

  it('are each person’s own, and the administrator has none', async () => {
    const { user, agent } = await buildPayee()
    await save(agent, user, ach).expect(200)
    const other = await buildPayee()
    expect(await read(other.agent)).toEqual({ settings: null })
    await save(admin, { ...user, password: 'correct horse battery' }, paypal).expect(403)
  })

  it('are in the copy of one’s data as their end, and go with the account', async () => {
    const { user, agent } = await buildPayee()
    await save(agent, user, ach).expect(200)
    await agent.post('/api/account/data').send({ currentPassword: user.password }).expect(200)
    const copy = await readZip((await agent.get('/api/account/data').responseType('blob')).body)
    const data = JSON.parse(String(copy.get('data.json')))
    expect(data.paymentSettings).toMatchObject([{ method: 'ach', endsWith: '1234' }])
    expect(String(copy.get('data.json'))).not.toContain(marker)
    await admin.delete(`/api/admin/users/${user.id}`).expect(200)
    expect(await stored(user)).toBeUndefined()
  })

  it('are nowhere in clear: no answer, log, mail, or row', async () => {
    const { user, agent } = await buildPayee()
    const answers = [
      await save(agent, user, { ...ach, routingNumber: '1' }),
      await agent.put('/api/payment-settings').send({ ...ach, currentPassword: 'wrong' }),
      await save(agent, user, ach),
      await agent.get('/api/payment-settings'),
      await admin.get(`/api/admin/users/${user.id}/history`),
      await admin.get('/api/admin/users'),
      await admin.get('/api/admin/audit-events'),
      await admin.get('/api/admin/exports/users'),
    ]
    for (const answer of answers) expect(answer.text).not.toContain(marker)
    expect(app.logs()).toContain('/api/payment-settings')
    expect(app.logs()).not.toContain(marker)
    for (const { text } of await mailsTo(app, user.email)) expect(text).not.toContain(marker)
    const { rows } = await app.pool.query(
      `select p::text as row from payment_settings p union all select a::text from audit_events a
       union all select m::text from mails m union all select j::text from graphile_worker._private_jobs j`,
    )
    expect(rows.length).toBeGreaterThan(3)
    expect(JSON.stringify(rows)).not.toContain(marker)
  })
})

async function fsck(sealer = app.sealer) {
  const problems: string[] = []
  await fsckSealed({ db: app.db, sealer }, (problem) => problems.push(problem))
  return problems
}

it('the check names payment details that the configured keys do not open', async () => {
  await app.db.delete(paymentSettings)
  const { id } = await buildUser(app)
  const details = { method: 'paypal', email: 'ada@partner.example' } as const
  const settings = {
    userId: id,
    ...sealPaymentDetails(app.sealer, id, details),
    fingerprint: 'of this',
  }
  await app.db.insert(paymentSettings).values(settings)
  const period = { period: '2026-10', firstDay: '2026-10-01', lastDay: '2026-10-31' }
  const run = onlyRow(await app.db.insert(payoutRuns).values(period).returning())
  const payment = { runId: run.id, payeeId: id, cents: 1, sealedDetails: 'x' }
  const payout = onlyRow(
    await app.db
      .insert(payouts)
      .values({ ...payment, state: 'paying' })
      .returning(),
  )
  const unopened = `payouts.sealed_details of id ${payout.id}: DATA_KEY does not open it`
  expect(await fsck()).toEqual([unopened])
  expect(await fsck(anotherSealer)).toEqual(
    expect.arrayContaining([
      `payment_settings.sealed_details of id ${id}: DATA_KEY does not open it`,
      unopened,
    ]),
  )
})

const print = (details: PaymentDetails, sealer = app.sealer) =>
  fingerprintOf(app.db, sealer, details)

const payPal = (email: string) => print({ method: 'paypal', email })
const zelle = (contact: string) => print({ method: 'zelle', contact })

describe('the fingerprint of payment details', () => {
  it('is the same for one mailbox, phone or account, however it is written or paid', async () => {
    expect(await payPal('Rosa.D+pay@Gmail.com')).toBe(await zelle('rosad@googlemail.com'))
    expect(await zelle('+1 (303) 555-0199 x2')).toBe(await zelle('3035550199'))
    expect(await print({ ...ach, accountType: 'savings' })).toBe(await print(ach))
  })

  it('is another for another account, bank or key', async () => {
    const prints = await Promise.all([
      print(ach),
      print({ ...ach, accountNumber: '9876543211' }),
      print({ ...ach, routingNumber: '011401533' }),
      payPal('rosa@partner.example'),
      payPal('ro.sa@partner.example'),
      print(ach, anotherSealer),
    ])
    expect(new Set(prints).size).toBe(prints.length)
  })
})
