import { describe, expect, it } from 'vitest'
import type { OwnReferral } from '@shared/referral-desk'
import { logIn, logInConfirmedAdmin, type Agent } from '@tests/support/portal/agents'
import { buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { buildHold, buildReferred } from '@tests/support/portal/referrals'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { lineOf, setUpPayouts } from '@tests/support/portal/payouts'
import { movePostings } from '@tests/support/portal/rewards'
import { nextPayoutDay } from '../../rewards/payout-periods'
import { readPdf } from '../../scores/report/read-pdf'
import { findNextPayout } from './get-desk'

const app = await startSharedApp()
const { admin, boss } = await logInConfirmedAdmin(app)

const deskOf = async (agent: Agent) => (await agent.get('/api/referral-desk').expect(200)).body
const listOf = async (agent: Agent, query = ''): Promise<OwnReferral[]> =>
  (await agent.get(`/api/referral-desk/referrals${query}`).expect(200)).body

async function buildReferrer(overrides: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(app, overrides)
  return { user, agent: await logIn(app, user) }
}

const refer = (referrer: BuiltUser, overrides: Parameters<typeof buildUser>[1] = {}) =>
  buildReferred(app, referrer, overrides)
describe('the desk', () => {
  it('of someone new has a link, a year without anything, and the policy in force', async () => {
    const { user, agent } = await buildReferrer()
    const desk = await deskOf(agent)
    expect(desk.link.code).toMatch(/^[2-9A-HJKMNP-Z]{8}$/)
    expect(desk.link.url).toBe(`${app.env.publicOrigin}/r/${desk.link.code}`)
    expect((await deskOf(agent)).link).toEqual(desk.link)
    expect(desk.months).toHaveLength(12)
    expect(new Set(desk.months.map(({ month }: { month: string }) => month)).size).toBe(12)
    const nothing = { clicks: 0, signedUp: 0, approved: 0, earnedCents: 0 }
    expect(desk.months.at(-1)).toMatchObject(nothing)
    expect(desk.next).toBeNull()
    expect(desk.policy).toMatchObject({ kind: 'flat', flatCents: 50_000 })
    expect(JSON.stringify(desk)).not.toContain(user.lastName)
    expect(await listOf(agent)).toEqual([])
  })

  it('counts clicks, sign-ups, approvals and what they earn, this month and before', async () => {
    const { user, agent } = await buildReferrer()
    const { link } = await deskOf(agent)
    const today = "(now() at time zone 'America/New_York')::date"
    await app.pool.query(
      `insert into referral_clicks (code, day, clicks) values
        ($1, ${today}, 3), ($1, (${today} - interval '40 days')::date, 4),
        ($1, (${today} - interval '3 years')::date, 9)`,
      [link.code],
    )
    const approved = await refer(user)
    await refer(user)
    await decide(approved, 'approved')
    const desk = await deskOf(agent)
    expect(desk.months.at(-1)).toMatchObject({ signedUp: 2, approved: 1, earnedCents: 50_000 })
    const clicks = desk.months.map((month: { clicks: number }) => month.clicks)
    expect(clicks.reduce((sum: number, some: number) => sum + some)).toBe(7)
    expect(desk.rewards).toEqual({
      earnedCents: 50_000,
      payableCents: 50_000,
      payingCents: 0,
      paidCents: 0,
      heldCents: 0,
    })
    // Nobody is paid before their profile is complete.
    expect(desk.next).toMatchObject({ cents: 50_000, waitsFor: 'profile', minimumCents: 2_500 })
    expect(desk.next.day).toMatch(/^20\d\d-\d\d-15$/)
    expect(desk.rewardedThisMonth).toBe(1)
  })

  it('says of each referral its first name, initial and its status, and nothing else', async () => {
    const { user, agent } = await buildReferrer()
    await refer(user, { firstName: 'Ann', lastName: 'Newcomer', kind: 'referrer' })
    await refer(user, { firstName: 'Ben', lastName: 'Waiting' })
    const approved = await refer(user, { firstName: 'Cleo', lastName: 'Émile' })
    const rejected = await refer(user, { firstName: 'Dan', lastName: 'Rejected' })
    const held = await refer(user, { firstName: 'Eve', lastName: 'Held' })
    const voided = await refer(user, { firstName: 'Fay', lastName: 'Voided' })
    const gone = await refer(user, { firstName: 'Gus', lastName: 'Gone' })
    await decide(approved, 'approved')
    await decide(rejected, 'rejected')
    const reason = 'same-phone'
    await buildHold(app, held.referralId, { reason })
    const settledAt = new Date()
    await buildHold(app, voided.referralId, { reason, outcome: 'voided', settledAt })
    await admin.delete(`/api/admin/users/${gone.id}`).expect(200)
    const list = await listOf(agent)
    const shown = list.map((one) => [one.name, one.standing, one.holdReason, one.earnedCents])
    expect(shown).toEqual([
      [null, 'account-closed', null, 0],
      ['Fay V.', 'voided', 'same-phone', 0],
      ['Eve H.', 'on-hold', 'same-phone', 0],
      ['Dan R.', 'not-approved', null, 0],
      ['Cleo É.', 'approved', null, 50_000],
      ['Ben W.', 'in-review', null, 0],
      ['Ann N.', 'signed-up', null, 0],
    ])
    const keys = ['id', 'name', 'signedUpAt', 'standing', 'holdReason', 'earnedCents']
    expect(Object.keys(list[0] ?? {})).toEqual(keys)
    expect(JSON.stringify(list)).not.toMatch(/Waiting|Held|Voided|@/)
  })

  it('lists referrals page by page, each once', async () => {
    const { user, agent } = await buildReferrer()
    for (let count = 0; count < 5; count += 1) await refer(user)
    const seen: number[] = []
    let path = '/api/referral-desk/referrals?limit=2'
    while (path) {
      const { body, headers } = await agent.get(path).expect(200)
      expect(headers['x-total-count']).toBe('5')
      seen.push(...body.map(({ id }: OwnReferral) => id))
      path = /<([^>]+)>/.exec(headers['link'] ?? '')?.[1] ?? ''
    }
    expect(new Set(seen).size).toBe(5)
    expect(seen).toEqual(seen.toSorted((left, right) => right - left))
  })

  it('shows only one’s own data, and is refused for the administrator', async () => {
    const { user } = await buildReferrer()
    await refer(user)
    const other = await buildReferrer()
    expect(await listOf(other.agent)).toEqual([])
    await admin.get('/api/referral-desk').expect(404)
    await admin.post('/api/referral-link').expect(403)
  })

  it('says that nothing is earned while its owner is turned down', async () => {
    const { user, agent } = await buildReferrer()
    expect((await deskOf(agent)).canEarn).toBe(true)
    await decide(user, 'rejected')
    expect((await deskOf(agent)).canEarn).toBe(false)
  })
})

describe('replacing the link', () => {
  it('gives another one; anyone who came by the one before stays', async () => {
    const { user, agent } = await buildReferrer()
    const { link } = await deskOf(agent)
    await refer(user)
    const { body } = await agent.post('/api/referral-link').expect(200)
    expect(body.code).not.toBe(link.code)
    expect((await deskOf(agent)).link).toEqual(body)
    expect(await listOf(agent)).toHaveLength(1)
    const { rows } = await app.pool.query(
      'select code, replaced_at is null as active from referral_links where user_id = $1 order by created_at, code = $2',
      [user.id, body.code],
    )
    expect(rows).toEqual([
      { code: link.code, active: false },
      { code: body.code, active: true },
    ])
  })

  it('twice at the same time leaves one that works', async () => {
    const { user, agent } = await buildReferrer()
    await Promise.all([1, 2].map(() => agent.post('/api/referral-link').expect(200)))
    const active = await app.pool.query(
      'select 1 from referral_links where user_id = $1 and replaced_at is null',
      [user.id],
    )
    expect(active.rowCount).toBe(1)
  })
})

it.each([
  ['monthly', '2026-11-14', '2026-11-15', '2026-11-01'],
  ['monthly', '2026-11-15', '2026-12-15', '2026-12-01'],
  ['monthly', '2026-12-31', '2027-01-15', '2027-01-01'],
  ['weekly', '2026-11-22', '2026-11-23', '2026-11-23'],
  ['weekly', '2026-11-23', '2026-11-30', '2026-11-30'],
  ['weekly', '2026-12-30', '2027-01-04', '2027-01-04'],
] as const)('paid %s, on %s the next payout is on %s', (schedule, today, day, before) => {
  expect(nextPayoutDay(schedule, today)).toEqual({ day, before })
})

const { approve, balance, buildPayee, clock, decide, prepare, prepareDraft, read, settle } =
  setUpPayouts(app, admin, boss)

async function buildZoe() {
  const user = await buildUser(app, { firstName: 'Zoë', lastName: 'Иванова' })
  return { user, agent: await logIn(app, user) }
}

/** Someone with a reward of this month. */
async function buildEarner() {
  const { user, agent } = await buildZoe()
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
    // Tagged: a screen reader meets a title and a table.
    const written = Buffer.from(body).toString('latin1')
    const roles = [...written.matchAll(/\/S \/(H1|Table|TR|TH|TD)\b/g)].map(([, role]) => role)
    const count = (role: string) => roles.filter((found) => found === role).length
    expect(written).toContain('/Marked true')
    expect(['H1', 'Table', 'TR', 'TH', 'TD'].map(count)).toEqual([1, 1, 4, 3, 9])
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
    const { agent } = await buildZoe()
    for (const end of ['', '.csv', '.pdf'])
      await agent.get(`/api/referral-desk/statements/${month}${end}`).expect(404)
  })

  it('is visible to its owner alone', async () => {
    const { path } = await buildEarner()
    const other = await buildZoe()
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
  const of = { userId: payee.id, payableCents, missing: [] }
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
