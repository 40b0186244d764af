import { describe, expect, it } from 'vitest'
import { logIn, logInConfirmedAdmin } from '@tests/support/portal/agents'
import {
  accountMarker,
  accountOf,
  buildPaymentSettings,
  lineOf,
  monthMs,
  readyTotal,
  runsPath,
  setUpPayouts,
} from '@tests/support/portal/payouts'
import { buildReferred } from '@tests/support/portal/referrals'
import { movePostings } from '@tests/support/portal/rewards'
import { startSharedApp, tablesWith } from '@tests/support/portal/shared-app'
import { createCtx } from '../../ctx'
import { portalItself } from '../audit/record-event'
import { prepareDueRun } from './prepare-run'

const app = await startSharedApp()
const { admin, boss } = await logInConfirmedAdmin(app)
const { clock, adjust, approve, buildPayee, decide, prepare, prepareDraft, read, settle } =
  setUpPayouts(app, admin, boss)

const file = (id: number, method: string) => admin.get(`${runsPath}/${id}/files/${method}`)
const count = async () => (await admin.get(runsPath).expect(200)).body.length

/** Has rows about this payee break off whatever writes them. */
const refuse = (table: string, { id }: { id: number }) =>
  app.asOwner(`create or replace function refuse() returns trigger as $$
    begin if new.payee_id = ${id} then raise 'killed'; end if; return new; end $$ language plpgsql;
    create trigger refuse before insert on ${table} for each row execute function refuse()`)
const stopRefusing = (table: string) => app.asOwner(`drop trigger refuse on ${table}`)

/** A moment after the end of the month that is paid. */
const later = () => new Date(clock.now).toISOString()
const postLater = (which: string, months = 0) =>
  movePostings(app, `at = '${later()}', month = month + '${months} mon'::interval`, which)

describe('a draft', () => {
  it('has a line for each who is owed something, with what keeps it from being paid', async () => {
    const { payee: ready } = await buildPayee({ firstName: 'Ada', lastName: 'Park' })
    const { payee: rested } = await buildPayee()
    await buildPaymentSettings(app, rested, { changedAt: new Date(Date.now() - 71 * 3_600_000) })
    const { payee: closing } = await buildPayee({ closesAt: new Date(Date.now() + monthMs) })
    const { payee: small } = await buildPayee()
    await adjust(small, -47_501)
    const { payee: enough } = await buildPayee()
    await adjust(enough, -47_500)
    const { payee: without } = await buildPayee()
    await app.pool.query('delete from payment_settings where user_id = $1', [without.id])
    const { payee: incomplete } = await buildPayee({ termsAcceptedAt: null })
    const { payee: unwritable } = await buildPayee({ lastName: 'محمد' })
    const { payee: gone } = await buildPayee()
    await admin.delete(`/api/admin/users/${gone.id}`).expect(200)
    const { payee: rejected } = await buildPayee()
    await decide(rejected, 'rejected')
    await adjust(rejected, 3_000)

    const draft = await prepareDraft()
    expect(
      draft.lines.map(({ payeeId, cents, state, reason }) => [payeeId, cents, state, reason]),
    ).toEqual([
      [ready.id, 50_000, 'ready', null],
      [rested.id, 50_000, 'held', 'settings-changed'],
      [closing.id, 50_000, 'held', 'closing'],
      [small.id, 2_499, 'under-minimum', null],
      [enough.id, 2_500, 'ready', null],
      [without.id, 50_000, 'missing-settings', null],
      [incomplete.id, 50_000, 'held', 'profile-incomplete'],
      [unwritable.id, 50_000, 'held', 'name-unwritable'],
      [gone.id, 50_000, 'held', 'account-gone'],
      [rejected.id, 3_000, 'held', 'rejected'],
    ])
    expect(draft.lines[0]).toMatchObject({ name: 'Ada Park', method: 'ach', lastFour: '3645' })
    expect(lineOf(draft, gone)?.name).toBe(null)
    expect(draft.totals.find(({ state }) => state === 'held')).toEqual({
      state: 'held',
      count: 6,
      cents: 253_000,
    })
    const { body } = await admin.get(`${runsPath}/${draft.id}?state=under-minimum`).expect(200)
    expect(body.lines).toHaveLength(1)
  })

  it('sums what was owed when its time ended, less what was taken back since', async () => {
    const { payee, referred } = await buildPayee()
    const late = await buildReferred(app, payee)
    await decide(late, 'approved')
    await postLater(`referred_person_id = ${late.referralId}`, 2)
    expect(lineOf(await prepareDraft(), payee)?.cents).toBe(50_000)
    await decide(referred, 'pending')
    expect(await prepare()).toBe(null)
    await decide(late, 'pending')
  })

  it('pays nothing that was earned since in place of what was taken back since', async () => {
    const { payee, referred } = await buildPayee()
    const late = await buildReferred(app, payee)
    await decide(late, 'approved')
    await postLater(`referred_person_id = ${late.referralId}`)
    await decide(referred, 'pending')
    await postLater(`referred_person_id = ${referred.referralId} and kind = 'reversal'`)
    expect(await prepare()).toBe(null)
    const canChange = async () =>
      (await admin.get(`/api/admin/users/${late.id}/referrals`).expect(200)).body.canChange
    clock.now += 3 * monthMs
    const draft = await prepareDraft()
    expect(lineOf(draft, payee)?.cents).toBe(50_000)
    expect(await canChange()).toBe(true)
    await approve(draft.id)
    await app.asOwner(`alter table audit_events disable trigger user;
      update payout_runs set approved_at = '${later()}' where id = ${draft.id};
      update audit_events set at = '${later()}' where object = 'payout-run:${draft.id}' and action = 'payout-run.approved';
      alter table audit_events enable trigger user`)
    expect(await canChange()).toBe(false)
  })

  it('has amounts beyond 32 bits, which are paid like others', async () => {
    const { payee } = await buildPayee()
    await adjust(payee, 3_000_000_000)
    const draft = await prepareDraft()
    expect(lineOf(draft, payee)).toMatchObject({ cents: 3_000_050_000, state: 'ready' })
    await approve(draft.id)
    const paid = { state: 'paid', reference: 'ACH 1' }
    await settle(lineOf(draft, payee)?.id, paid).expect(200)
  })

  it('is made by the job once, no matter who runs it and how often, and is not there without anyone to pay', async () => {
    const due = new Date(new Date(clock.now).toISOString().slice(0, 8) + '16T12:00:00Z')
    await prepareDueRun(createCtx(app, portalItself), due)
    const before = await count()
    await buildPayee()
    await prepareDueRun(
      createCtx(app, portalItself),
      new Date(due.toISOString().slice(0, 8) + '14T12:00:00Z'),
    )
    expect(await count()).toBe(before)
    await Promise.all([1, 2, 3, 4].map(() => prepareDueRun(createCtx(app, portalItself), due)))
    expect(await count()).toBe(before + 1)
    const { rows } = await app.pool.query(
      `select count(*)::int as lines, count(distinct payee_id)::int as payees from payouts
       where run_id = (select max(id) from payout_runs)`,
    )
    expect(rows).toEqual([{ lines: 1, payees: 1 }])
  })

  it('that is killed halfway leaves nothing, and the next job makes it', async () => {
    await buildPayee()
    const { payee } = await buildPayee()
    await refuse('payouts', payee)
    await expect(prepare()).rejects.toThrow()
    await stopRefusing('payouts')
    const draft = await prepareDraft()
    expect(draft.lines).toHaveLength(2)

    await refuse('ledger_entries', payee)
    await admin.post(`${runsPath}/${draft.id}/approve`).send(readyTotal(draft)).expect(500)
    await stopRefusing('ledger_entries')
    expect(await read(draft.id)).toEqual(draft)
    expect((await approve(draft.id)).state).toBe('approved')
  })
})

describe('payment files', () => {
  it('are what banks and PayPal take, with the account number in that of ACH alone', async () => {
    const { payee: bank } = await buildPayee({ firstName: '=Ada', lastName: 'Park, Jr.' })
    const { payee: zelle } = await buildPayee({ firstName: 'Bo', lastName: 'Lee' })
    const { payee: paypal } = await buildPayee()
    const email = 'bo@mail.example'
    await buildPaymentSettings(app, zelle, { details: { method: 'zelle', contact: '3035550123' } })
    await buildPaymentSettings(app, paypal, { details: { method: 'paypal', email } })
    const draft = await prepareDraft()
    await file(draft.id, 'ach').expect(404)
    const run = await approve(draft.id)
    const number = (of: { id: number }) => lineOf(run, of)?.id

    const ach = await file(run.id, 'ach').expect(200)
    expect(ach.headers['content-disposition']).toContain(`payout-run-${run.id}-ach-`)
    expect(ach.text).toBe(
      'Name,Routing number,Account number,Account type,Amount,ID\r\n' +
        `ADA PARK JR,021000021,${accountOf(bank).accountNumber},checking,500.00,payout-${number(bank)}\r\n`,
    )
    expect((await file(run.id, 'zelle').expect(200)).text).toBe(
      'Recipient name,Email or phone,Amount,Memo\r\n' +
        `BO LEE,3035550123,500.00,Referral rewards ${run.period} (payout-${number(zelle)})\r\n`,
    )
    expect((await file(run.id, 'paypal').expect(200)).text).toBe(
      `${email},500.00,USD,payout-${number(paypal)},Referral rewards ${run.period},PAYPAL\r\n`,
    )
    await file(run.id, 'cash').expect(404)
    const { rows } = await app.pool.query(
      `select object, details from audit_events where action = 'payout-run.file-downloaded' order by id`,
    )
    expect(rows[0]).toEqual({
      object: `payout-run:${run.id}`,
      details: { method: 'ach', file: expect.any(Number), payouts: 1 },
    })

    await settle(number(bank), { state: 'paid', reference: 'ACH 5' }).expect(200)
    await file(run.id, 'ach').expect(404)
    for (const of of [zelle, paypal]) await settle(number(of), { state: 'paid', reference: '6' })
  })

  it('say the name that was approved, whatever became of its owner', async () => {
    const [{ payee: renamed }, { payee: gone }] = [await buildPayee(), await buildPayee()]
    const run = await approve((await prepareDraft()).id)
    const before = (await file(run.id, 'ach').expect(200)).text
    await app.pool.query("update users set first_name = 'محمد' where id = $1", [renamed.id])
    await admin.delete(`/api/admin/users/${gone.id}`).expect(200)
    expect(before.match(/^[A-Z].*,checking,/gm)).toHaveLength(2)
    expect((await file(run.id, 'ach').expect(200)).text).toBe(before)
    for (const { id } of run.lines) await settle(id, { state: 'paid', reference: 'ACH 7' })
  })

  it('are the only place with an account number: no table or log has one', async () => {
    const { payee } = await buildPayee()
    const run = await approve((await prepareDraft()).id)
    await admin.get(`${runsPath}/${run.id}`).expect(200)
    expect(app.logs()).not.toContain(accountMarker)
    expect(await tablesWith(app, accountMarker)).toEqual([])
    expect(await tablesWith(app, payee.email)).toContain('public.users')
    await settle(run.lines[0]?.id, { state: 'paid', reference: 'ACH 7' }).expect(200)
    const kept = 'select sealed_details from payouts where id = $1'
    const { rows } = await app.pool.query(kept, [run.lines[0]?.id])
    expect(rows).toEqual([{ sealed_details: null }])
  })

  it('keep what was approved when the settings change after it', async () => {
    const { payee } = await buildPayee()
    const run = await approve((await prepareDraft()).id)
    await buildPaymentSettings(app, payee, {
      details: { ...accountOf(payee), accountNumber: '111122223333' },
    })
    expect((await file(run.id, 'ach').expect(200)).text).toContain(accountOf(payee).accountNumber)
    await settle(run.lines[0]?.id, { state: 'paid', reference: 'ACH 8' }).expect(200)
  })
})

it('the settings can be changed: by the week, another minimum, another threshold', async () => {
  const path = '/api/admin/payout-settings'
  const put = (settings: object) => admin.put(path).send(settings)
  const delivered = { schedule: 'monthly', minimumCents: 2_500, reportingCents: 200_000 }
  await admin.get(path).expect(200, delivered)
  const weekly = { schedule: 'weekly', minimumCents: 0, reportingCents: 60_000 }
  await put(weekly).expect(200, weekly)
  await buildPayee()
  const draft = await prepareDraft()
  expect(draft.period).toMatch(/^20\d\d-W\d\d$/)
  for (const wrong of [{ schedule: 'daily' }, { minimumCents: -1 }, { reportingCents: 0.5 }])
    await put({ ...weekly, ...wrong }).expect(400)
  await put(delivered).expect(200)
})

it('approving, settling and downloading take the password once more', async () => {
  const elsewhere = await logIn(app, boss)
  for (const answer of [
    await elsewhere.post(`${runsPath}/1/approve`),
    await elsewhere.get(`${runsPath}/1/files/ach`),
    await elsewhere.post(`${runsPath}/1/files/ach/paid`),
    await elsewhere.post('/api/admin/payouts/1/correct'),
    await elsewhere.patch('/api/admin/payouts/1').send({ state: 'paid', reference: 'x' }),
    await elsewhere.put('/api/admin/payout-settings').send({}),
  ])
    expect([answer.status, answer.body.code]).toEqual([403, 'reauthentication-required'])
  await elsewhere.get(runsPath).expect(200)
})
