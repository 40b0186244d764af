import { describe, expect, it } from 'vitest'
import { logIn, logInConfirmedAdmin } from '@tests/support/portal/agents'
import {
  buildPaymentSettings,
  lineOf,
  markerAccount,
  runsPath,
  setUpPayouts,
} from '@tests/support/portal/payouts'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { tablesWith } from '@tests/support/portal/tables-with'

const app = await startSharedApp()
const { admin, boss } = await logInConfirmedAdmin(app)
const { approve, buildPayee, prepareDraft, settle } = setUpPayouts(app, admin, boss)

const file = (id: number, method: string) => admin.get(`${runsPath}/${id}/files/${method}`)

describe('payment files', () => {
  it('are what banks and PayPal take, with the account number in that of ACH alone', async () => {
    const { payee: bank } = await buildPayee({ firstName: '=Ada', lastName: 'Park, Jr.' })
    const { payee: zelle } = await buildPayee({ firstName: 'Bo', lastName: 'Lee' })
    await buildPaymentSettings(app, zelle, { details: { method: 'zelle', contact: '3035550123' } })
    const { payee: paypal } = await buildPayee()
    const email = 'bo@mail.example'
    await buildPaymentSettings(app, paypal, { details: { method: 'paypal', email } })
    const draft = await prepareDraft()
    await file(draft.id, 'ach').expect(404)
    const run = await approve(draft.id)
    const number = (of: { id: number }) => lineOf(run, of)?.id

    const ach = await file(run.id, 'ach').expect(200)
    expect(ach.headers['content-disposition']).toContain(`payout-run-${run.id}-ach-`)
    expect(ach.text).toBe(
      'Name,Routing number,Account number,Account type,Amount,ID\r\n' +
        `"'=Ada Park, Jr.",021000021,000918273645,checking,500.00,payout-${number(bank)}\r\n`,
    )
    expect((await file(run.id, 'zelle').expect(200)).text).toBe(
      'Recipient name,Email or phone,Amount,Memo\r\n' +
        `Bo Lee,3035550123,500.00,Referral rewards ${run.period} (payout-${number(zelle)})\r\n`,
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
      details: { method: 'ach', payouts: 1 },
    })

    await settle(number(bank), { state: 'paid', reference: 'ACH 5' }).expect(200)
    await file(run.id, 'ach').expect(404)
    for (const of of [zelle, paypal]) await settle(number(of), { state: 'paid', reference: '6' })
  })

  it('and nothing else hold an account number: no answer, file, row, event or log', async () => {
    const { payee } = await buildPayee()
    const run = await approve((await prepareDraft()).id)
    const agent = await logIn(app, payee)
    const desk = '/api/referral-desk/statements'
    const [{ month }] = (await agent.get(desk).expect(200)).body
    const lists = ['users', 'referrals', 'referred-people', 'audit-events']
    const answers = [
      await admin.get(runsPath),
      await admin.get(`${runsPath}/${run.id}`),
      await agent.get(`${desk}/${month}.csv`),
    ]
    for (const list of lists) answers.push(await admin.get(`/api/admin/exports/${list}`))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    for (const text of [...answers.map((answer) => answer.text), app.logs()])
      expect(text).not.toContain(markerAccount.accountNumber)
    expect(await tablesWith(app, markerAccount.accountNumber)).toEqual([])
    expect(await tablesWith(app, payee.email)).toContain('public.users')
    await settle(run.lines[0]?.id, { state: 'paid', reference: 'ACH 7' }).expect(200)
    const { rows: kept } = await app.pool.query(
      'select sealed_details from payouts where id = $1',
      [run.lines[0]?.id],
    )
    expect(kept).toEqual([{ sealed_details: null }])
  })

  it('keep what was approved when the settings change after it', async () => {
    const { payee } = await buildPayee()
    const run = await approve((await prepareDraft()).id)
    await buildPaymentSettings(app, payee, {
      details: { ...markerAccount, accountNumber: '111122223333' },
    })
    expect((await file(run.id, 'ach').expect(200)).text).toContain(markerAccount.accountNumber)
    await settle(run.lines[0]?.id, { state: 'paid', reference: 'ACH 8' }).expect(200)
  })
})
