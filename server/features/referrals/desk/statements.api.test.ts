import { describe, expect, it } from 'vitest'
import { logIn, logInConfirmedAdmin } from '@tests/support/portal/agents'
import { buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { lineOf, setUpPayouts } from '@tests/support/portal/payouts'
import { buildReferred } from '@tests/support/portal/referrals'
import { movePostings } from '@tests/support/portal/rewards'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { readPdf } from '../../scores/report/read-pdf'
import { findNextPayout } from './get-desk'

const app = await startSharedApp()
const { admin, boss } = await logInConfirmedAdmin(app)
const { approve, balance, buildPayee, clock, decide, prepare, prepareDraft, read, settle } =
  setUpPayouts(app, admin, boss)

async function buildReferrer() {
  const user = await buildUser(app, { firstName: 'Zoë', lastName: 'Иванова' })
  return { user, agent: await logIn(app, user) }
}

/** Someone with a reward of this month. */
async function buildEarner() {
  const { user, agent } = await buildReferrer()
  const person = await buildReferred(app, user, { firstName: '=Cleo', lastName: 'Émile' })
  await decide(person, 'approved')
  const [{ month }] = (await agent.get('/api/referral-desk/statements').expect(200)).body
  return { agent, user, person, month, path: `/api/referral-desk/statements/${month}` }
}

describe('a statement', () => {
  it('lists what changed the balance, with how it began and ended', async () => {
    const { agent, person, path } = await buildEarner()
    await decide(person, 'rejected')
    const { body } = await agent.get(path).expect(200)
    const nothing = { openingCents: 0, earnedCents: 0, paidOutCents: 0, closingCents: 0 }
    expect(body).toMatchObject(nothing)
    expect(body.lines).toMatchObject([
      { kind: 'reward', cents: 50_000, name: '=Cleo É.', note: null },
      { kind: 'reversal', cents: -50_000, name: '=Cleo É.', note: null },
    ])
  })

  it('says where a payout went, and by which reference', async () => {
    const { payee } = await buildPayee()
    const run = await approve((await prepareDraft()).id)
    const reference = `BANK-${'77 '.repeat(30)}END`
    await settle(lineOf(run, payee)?.id, { state: 'paid', reference }).expect(200)
    const agent = await logIn(app, payee)
    const [{ month }] = (await agent.get('/api/referral-desk/statements').expect(200)).body
    const path = `/api/referral-desk/statements/${month}`
    const { body } = await agent.get(path).expect(200)
    const note = `by bank transfer (ACH), ending in 3645, reference ${reference}`
    expect(body.lines.at(-1)).toMatchObject({ kind: 'payout', cents: -50_000, note })
    const { body: pdf } = await agent.get(`${path}.pdf`).buffer(true).responseType('blob')
    expect(JSON.stringify(await readPdf(new Uint8Array(pdf)))).toContain('END')
  })

  it('is a CSV that spreadsheets add up and run nothing of', async () => {
    const { agent, path, month } = await buildEarner()
    const { text, headers } = await agent.get(`${path}.csv`).expect(200)
    expect(headers['content-disposition']).toContain(`statement-${month}`)
    const [head, line] = text.replace('\uFEFF', '').split('\r\n')
    expect(head).toBe('Date (UTC),What,Referral,Note,Amount (USD)')
    expect(line).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,Approved referral,'=Cleo É\.,,500$/)
  })

  it('is a PDF with every letter of a name in it', async () => {
    const { agent, path, month } = await buildEarner()
    const { body, headers } = await agent.get(`${path}.pdf`).buffer(true).responseType('blob')
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toBe(`attachment; filename="statement-${month}.pdf"`)
    const pages = await readPdf(new Uint8Array(body))
    const text = JSON.stringify(pages)
    expect(pages).toHaveLength(1)
    for (const part of ['Statement for', 'Zoë', 'Иванова', 'Cleo É.', '$500.00'])
      expect(text).toContain(part)
  })

  it.each([
    ['Nguyễn', 'Đường', 'Nguyễn Đường'],
    ['José', 'Muñoz', 'José Muñoz'],
    ['Ἀθηνᾶ', 'Żółć', 'Żółć (@)'],
    ['Ярослав', 'Ґалаґан', 'Ярослав Ґалаґан'],
    ['小明', '王', '@'],
    ['محمد', 'Khan', 'Khan (@)'],
    ['Rosa 👩\u200d🚀', 'שלום', 'Rosa (@)'],
    ['n\u0308', 'Lee', 'Lee (@)'],
    ['R\u00adosa', 'Lee', 'Lee (@)'],
  ])('of %s %s says whose it is: %s', async (firstName, lastName, shown) => {
    const user = await buildUser(app, { firstName, lastName })
    await decide(await buildReferred(app, user, { firstName, lastName: '王' }), 'approved')
    const agent = await logIn(app, user)
    const [{ month }] = (await agent.get('/api/referral-desk/statements').expect(200)).body
    const path = `/api/referral-desk/statements/${month}.pdf`
    const { body } = await agent.get(path).buffer(true).responseType('blob')
    const [page] = await readPdf(new Uint8Array(body))
    const texts = page?.segments.map(({ text }) => text) ?? []
    expect(texts).toContain(shown.replace('@', user.email))
    expect(texts.join('\n')).toContain('...')
    expect(texts.join('\n')).toContain('Your dashboard shows them.')
    expect(texts.join('\n')).not.toMatch(/[\0\ufffd]/)
  })

  it.each(['2026-13', '1999-01', 'abc', '2026-01'])('of %s is not there', async (month) => {
    const { agent } = await buildReferrer()
    for (const end of ['', '.csv', '.pdf'])
      await agent.get(`/api/referral-desk/statements/${month}${end}`).expect(404)
  })

  it('is visible to its owner alone', async () => {
    const { path } = await buildEarner()
    const other = await buildReferrer()
    for (const end of ['', '.csv', '.pdf']) await other.agent.get(`${path}${end}`).expect(404)
  })
})

/** Moves what is in the ledger about a referral: when it was posted, and the month that it counts for. */
const postAt = (referralId: number, at: string, month: string, kinds = ['reward', 'reversal']) =>
  movePostings(
    app,
    `at = '${at}', month = '${month}'`,
    `referred_person_id = ${referralId} and kind = any ('{${kinds.join()}}')`,
  )

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

describe('the next payout that the desk announces', () => {
  it('has what was earned up to the last moment of a month', async () => {
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

  it('has not what was taken back since, though as much was earned after it', async () => {
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
})
