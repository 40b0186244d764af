import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { payoutLine } from '@shared/payouts'
import { ascending, notFound } from '@tests/support/portal/answers'
import { eventsOf } from '@tests/support/portal/audit-events'
import { logIn, logInConfirmedAdmin } from '@tests/support/portal/agents'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import {
  buildPaymentSettings,
  lineOf,
  monthMs,
  runsPath,
  setUpPayouts,
} from '@tests/support/portal/payouts'
import { mailsTo } from '@tests/support/portal/queued-mails'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { decideAtOnce, playHistories } from '@tests/support/portal/payout-histories'
import { emailConfirmations } from '../../db/schema/logins'
import { mails } from '../../db/schema/mail'
import { paymentSettings } from '../../db/schema/payouts'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const { admin, boss } = await logInConfirmedAdmin(app)
const steps = setUpPayouts(app, admin, boss)
const { adjust, approve, balance, clock, decide, prepareDraft, read, settle } = steps

interface SaidOfFile {
  id?: number
  count: number
  cents: number
}
const oneOfThem: SaidOfFile = { count: 1, cents: 50_000 }

const markPaid = (run: number, method: string, said = oneOfThem, reference = 'Batch 12') => {
  const { id: fileId = 2_000_000_000, count, cents } = said
  return admin
    .post(`${runsPath}/${run}/files/${method}/paid`)
    .send({ reference, fileId, count, cents })
}

/** Downloads a payment file. Returns what is shown of it. */
async function makeFile(run: number, method = 'ach') {
  const { text } = await admin.get(`${runsPath}/${run}/files/${method}`).expect(200)
  const made = (await read(run)).madeFiles.findLast((file) => file.method === method)
  return { ...oneOfThem, ...made, payments: text.trimEnd().split('\r\n').length - 1 }
}
const correct = (id: number, correction: object) =>
  admin.post(`/api/admin/payouts/${id}/correct`).send(correction)
const returned = { state: 'failed', reason: 'Returned: account closed' }
const paidAfterAll = { state: 'paid', reference: 'ACH 9', reason: 'It arrived' }

/** Someone with a reward whose email is confirmed, as a complete profile needs where mail is sent. */
async function buildPayee() {
  const { payee } = await steps.buildPayee()
  const confirmation = { userId: payee.id, email: payee.email, confirmedAt: new Date() }
  await app.db.insert(emailConfirmations).values(confirmation)
  return { payee }
}

/** Someone with a payout in transit. */
async function buildPayout() {
  const { payee } = await buildPayee()
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

async function listMails(userId: number) {
  const about = `select kind from mails where user_id = $1 and kind like 'payout%' order by id`
  return (await app.pool.query(about, [userId])).rows.map(({ kind }) => kind)
}

async function listEvents(object: string) {
  const about = 'select action, actor_id, details from audit_events where object = $1 order by id'
  return (await app.pool.query(about, [object])).rows
}

describe('a payment file', () => {
  it('is paid whole by one reference, and nothing else', async () => {
    const [{ payee: first }, { payee: second }] = [await buildPayee(), await buildPayee()]
    const { payee: other } = await buildPayee()
    const details = { method: 'paypal', email: 'other@partner.example' } as const
    await buildPaymentSettings(app, other, { details })
    const { id } = await prepareDraft()
    await markPaid(id, 'ach').expect(409)
    await approve(id)
    const file = await makeFile(id)
    const { body: run } = await markPaid(id, 'ach', file).expect(200)
    for (const payee of [first, second]) {
      expect(lineOf(run, payee)).toMatchObject({ state: 'paid', reference: 'Batch 12' })
      expect(await balance(payee)).toMatchObject({ payingCents: 0, paidCents: 50_000 })
    }
    expect(lineOf(run, other)).toMatchObject({ state: 'paying', reference: null })
    expect(run.state).toBe('approved')
    expect((await listEvents(`payout-run:${id}`)).at(-1)).toEqual({
      action: 'payout-run.method-paid',
      actor_id: boss.id,
      details: { method: 'ach', file: file.id, payouts: 2, cents: 100_000 },
    })
    const { rows: sealed } = await app.pool.query(
      'select method from payouts where run_id = $1 and sealed_details is not null',
      [id],
    )
    expect(sealed).toEqual([{ method: 'paypal' }])
    await markPaid(id, 'ach', file).expect(409)
    const byPayPal = await makeFile(id, 'paypal')
    await markPaid(id, 'paypal', byPayPal, ' ').expect(400)
    const { body: done } = await markPaid(id, 'paypal', byPayPal).expect(200)
    expect(done.state).toBe('done')
  })

  it('is paid once by two at the same time', async () => {
    const { payee } = await buildPayee()
    const { id } = await prepareDraft()
    await approve(id)
    const file = await makeFile(id)
    const answers = await Promise.all([markPaid(id, 'ach', file), markPaid(id, 'ach', file)])
    expect(ascending(answers.map(({ status }) => status))).toEqual([200, 409])
    expect(await balance(payee)).toMatchObject({ payingCents: 0, paidCents: 50_000 })
  })

  it('that does not exist cannot be marked as paid', async () => {
    await markPaid(2_000_000_000, 'ach').expect(404, notFound)
    await buildPayee()
    const { id } = await prepareDraft()
    await markPaid(id, 'cash').expect(404, notFound)
  })

  it('has no one who was rejected since: that payout waits to be marked', async () => {
    const [{ payee }, { payee: rejected }] = [await buildPayee(), await buildPayee()]
    const { id } = await prepareDraft()
    await approve(id)
    await decide(rejected, 'rejected')
    const run = await read(id)
    expect(run.files).toEqual([{ method: 'ach', count: 1, cents: 50_000 }])
    const waiting = { state: 'paying', reason: 'rejected-since' }
    expect(lineOf(run, rejected)).toMatchObject(waiting)
    const file = await makeFile(id)
    expect(file.payments).toBe(1)
    const { body: marked } = await markPaid(id, 'ach', file).expect(200)
    expect(lineOf(marked, payee)?.state).toBe('paid')
    expect(lineOf(marked, rejected)).toMatchObject(waiting)
    await settle(lineOf(run, rejected)?.id, { state: 'failed', reason: 'Rejected' }).expect(200)
    expect((await read(id)).state).toBe('done')
  })

  it('has paid those who were in it, whatever was decided about others or them since', async () => {
    const [{ payee: first }, { payee: second }] = [await buildPayee(), await buildPayee()]
    const { id } = await prepareDraft()
    await approve(id)
    await decide(second, 'rejected')
    const file = await makeFile(id)
    expect(file).toMatchObject({ count: 1, cents: 50_000 })
    await decide(second, 'approved')
    expect((await read(id)).files).toEqual([{ method: 'ach', count: 2, cents: 100_000 }])
    await markPaid(id, 'ach', { ...file, count: 2, cents: 100_000 }).expect(409)
    await decide(first, 'rejected')
    const { body: run } = await markPaid(id, 'ach', file).expect(200)
    expect(lineOf(run, first)?.state).toBe('paid')
    expect(lineOf(run, second)).toMatchObject({ state: 'paying', reference: null })
  })

  it('is the one before as long as the same payouts are in it', async () => {
    await buildPayee()
    const { payee: second } = await buildPayee()
    const { id } = await prepareDraft()
    const run = await approve(id)
    const file = await makeFile(id)
    expect(await makeFile(id)).toEqual(file)
    const paid = { state: 'paid', reference: 'ACH 7' }
    await settle(lineOf(run, second)?.id, paid).expect(200)
    await markPaid(id, 'ach', file).expect(409)
    expect((await makeFile(id)).id).toBe(file.id)
    await markPaid(id, 'ach', { ...file, count: 1, cents: 50_000 }).expect(200)
  })
})

describe('a payout that is corrected', () => {
  it('was paid and is owed again when the bank returned it, and the payee is told', async () => {
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
    expect(await listEvents(`payout:${id}`)).toMatchObject([
      { action: 'payout.approved', actor_id: boss.id },
      { action: 'payout.paid', actor_id: boss.id },
      { action: 'payout.returned', actor_id: boss.id },
    ])
    clock.now += monthMs
    expect(lineOf(await prepareDraft(), payee)).toMatchObject({ cents: 50_000, state: 'ready' })
  })

  it('failed and is not owed any more when it was paid after all, and comes off where it was paid again', async () => {
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
    expect((await listEvents(`payout:${id}`)).at(-1)?.action).toBe('payout.paid-after-all')
  })

  it('is corrected once, by one of two at the same time, and with a reason', async () => {
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

  it('and another one of its run, settled at the same time, end the run', async () => {
    const [{ payee: first }, { payee: second }] = [await buildPayee(), await buildPayee()]
    const run = await approve((await prepareDraft()).id)
    const statement = 'select from payout_runs where id = $1 for update'
    await meetAtLock(app, { statement, id: run.id }, () =>
      Promise.all(
        [first, second].map(async (payee) =>
          settle(lineOf(run, payee)?.id, { state: 'paid', reference: 'ACH 8' }).expect(200),
        ),
      ),
    )
    expect((await read(run.id)).state).toBe('done')
  })

  it('takes turns with runs, as an adjustment does: all spend the same balance', async () => {
    const { payee, id } = await buildPayout()
    await settle(id, { state: 'paid', reference: 'ACH 8' }).expect(200)
    const [runs, ofPayee] = [
      'select pg_advisory_xact_lock(5140002), $1::int',
      'select pg_advisory_xact_lock(5140001, $1)',
    ]
    const wait = (statement: string, work: () => Promise<unknown>) =>
      meetAtLock(app, { statement, id: payee.id, waiting: 1 }, work)
    await wait(runs, async () => correct(id, returned).expect(200))
    for (const lock of [runs, ofPayee]) await wait(lock, () => adjust(payee, 100))
  })
})

it('someone without payment settings is asked for them, once a week however often that is asked for', async () => {
  const { payee } = await buildPayee()
  const { payee: other } = await buildPayee()
  await app.db.delete(paymentSettings).where(eq(paymentSettings.userId, payee.id))
  const run = await prepareDraft()
  expect(lineOf(run, payee)?.state).toBe('missing-settings')
  const ask = () => admin.post(`${runsPath}/${run.id}/ask-payees`)
  const answers = await Promise.all([ask(), ask()])
  expect(ascending(answers.map(({ body }) => body.asked))).toEqual([0, 1])
  expect(await listMails(payee.id)).toEqual(['payout-question'])
  expect(await listMails(other.id)).toEqual([])
  const mail = (await mailsTo(app, payee.email)).at(-1)
  expect(mail?.text).toContain('You’ve earned $500.00, and we don’t know yet where to send it.')
  await app.db.update(mails).set({ createdAt: sql`now() - interval '8 days'` })
  expect((await ask().expect(200)).body).toEqual({ asked: 1 })
  // They have answered: what the draft says is a day old.
  await app.db.update(mails).set({ createdAt: sql`now() - interval '8 days'` })
  await buildPaymentSettings(app, payee)
  expect((await ask().expect(200)).body).toEqual({ asked: 0 })
  await admin.post(`${runsPath}/2000000000/ask-payees`).expect(404)
  const events = await eventsOf(app, `payout-run:${run.id}`)
  const asked = events.filter(({ action }) => action === 'payout-run.details-asked')
  expect(asked.map(({ details }) => details)).toEqual([{ people: 1 }, { people: 1 }])
})

it('whatever happens in whichever order, everyone is owed what a table by hand says, and paid it once', () =>
  playHistories(app, boss, 1))

it('people who refer each other, rejected, approved, undone and deleted at the same time, end in no deadlock', () =>
  decideAtOnce(app, admin))
