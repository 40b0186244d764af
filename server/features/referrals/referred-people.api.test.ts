import { describe, expect, it } from 'vitest'
import {
  personReferrals,
  type PersonReferrals,
  listedReferrer,
  referredPerson,
  type FunnelStep,
  type ListedReferrer,
  type ReferredPerson,
} from '@shared/referred-people'
import { programZone } from '@shared/program-time'
import { ascending, invalid, notFound } from '@tests/support/portal/answers'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildAdmin, buildUser } from '@tests/support/portal/factories'
import { applyIn } from '@tests/support/portal/referral-links'
import { buildHold, buildReferred } from '@tests/support/portal/referrals'
import { buildReferral } from '@tests/support/samples/forms'

const app = await startSharedApp()

const boss = await buildAdmin(app)

const admin = await logIn(app, boss)

const said = 'They told us on the phone'

const set = (id: number, referrer: string | null, reason = said) =>
  admin.put(`/api/admin/users/${id}/referrer`).send({ referrer, reason })

const read = async (id: number): Promise<PersonReferrals> =>
  personReferrals.parse((await admin.get(`/api/admin/users/${id}/referrals`).expect(200)).body)

const approve = (id: number) =>
  admin.patch(`/api/admin/users/${id}/status`).send({ status: 'approved' }).expect(200)

const owed = async (id: number) => (await read(id)).made?.payableCents

async function ledgerOf(referralId: number) {
  const { rows } = await app.pool.query(
    `select t.kind, t.payee_id as payee, -e.cents as cents from ledger_transactions t
      join ledger_entries e on e.transaction_id = t.id and e.account = 'payable'
     where t.referred_person_id = $1 order by t.id`,
    [referralId],
  )
  return rows.map(({ kind, payee, cents }) => [kind, payee, Number(cents)])
}

async function payFor(payeeId: number, state: string) {
  await app.pool.query(
    `with run as (insert into payout_runs (period, first_day, last_day, state, approved_at)
       values ('test-' || $1::int, current_date - 30, current_date + 1, 'approved', now()) returning id)
     insert into payouts (run_id, payee_id, cents, state)
       select id, $1::int, 50000, $2 from run`,
    [payeeId, state],
  )
}

describe('the referrer of a person', () => {
  it('is set by email, and earns what is due for an approval that was not reversed', async () => {
    const noor = await buildUser(app, { firstName: 'Noor', lastName: 'Haddad' })
    const sam = await buildUser(app)
    await approve(sam.id)
    expect(await read(sam.id)).toEqual({ referredAs: null, canChange: true, made: null })
    const { body } = await set(sam.id, noor.email.toUpperCase()).expect(200)
    expect(body).toMatchObject({
      referredAs: {
        referrer: { id: noor.id, name: 'Noor Haddad' },
        source: 'administrator',
        rewardCents: 50_000,
        signedUpAt: sam.createdAt.toISOString(),
      },
      canChange: true,
    })
    expect((await read(noor.id)).made).toMatchObject({ signedUp: 1, payableCents: 50_000 })
  })

  it('is held back when they seem to be the same person', async () => {
    const noor = await buildUser(app, { phoneNumber: '(303) 555-7788' })
    const sam = await buildUser(app, { phoneNumber: '303.555.7788' })
    await approve(sam.id)
    const { body } = await set(sam.id, noor.email).expect(200)
    expect(body.referredAs).toMatchObject({
      holds: [{ reason: 'same-phone', outcome: null }],
      rewardCents: 0,
    })
  })

  it('is doubted like the first when it is another one, whatever was said of that one', async () => {
    const phone = { phoneNumber: '(303) 555-6644' }
    const [first, second] = [await buildUser(app, phone), await buildUser(app, phone)]
    const sam = await buildUser(app, phone)
    const other = await buildUser(app, phone)
    for (const { id } of [sam, other]) await approve(id)
    const { body: untouched } = await set(other.id, first.email).expect(200)
    const { body } = await set(sam.id, first.email).expect(200)
    for (const { id } of body.referredAs.holds)
      await admin
        .post(`/api/admin/reward-holds/${id}/settle`)
        .send({ outcome: 'released', note: 'A family' })
        .expect(200)
    const { body: after } = await set(sam.id, second.email).expect(200)
    expect(after.referredAs.holds).toContainEqual(
      expect.objectContaining({ reason: 'same-phone', outcome: null }),
    )
    expect(after.referredAs.rewardCents).toBe(0)
    expect((await read(other.id)).referredAs?.holds).toEqual(untouched.referredAs.holds)
  })

  it('is set by the code of a link that still counts', async () => {
    const noor = await buildUser(app)
    const sam = await buildUser(app)
    await app.pool.query(
      `insert into referral_links (code, user_id, replaced_at)
       values ('AAAA2222', $1, null), ('BBBB2222', $1, now())`,
      [noor.id],
    )
    await set(sam.id, 'bbbb2222').expect(400, invalid('referrer', 'No one has this code or email.'))
    const { body } = await set(sam.id, ' aaaa2222 ').expect(200)
    expect(body.referredAs).toMatchObject({ code: 'AAAA2222', referrer: { id: noor.id } })
  })

  it('is another one: what the first had earned is reversed to the cent', async () => {
    const [first, second] = [await buildUser(app), await buildUser(app)]
    const sam = await buildReferred(app, first)
    await approve(sam.id)
    await set(sam.id, second.email).expect(200)
    expect(await ledgerOf(sam.referralId)).toEqual([
      ['reward', first.id, 50_000],
      ['reversal', first.id, -50_000],
      ['reward', second.id, 50_000],
    ])
    // Said twice, nothing more happens.
    await set(sam.id, second.email).expect(200)
    expect(await ledgerOf(sam.referralId)).toHaveLength(3)
    expect(await owed(second.id)).toBe(50_000)
  })

  it('earns the reward by an approval at the same moment, whichever comes first', async () => {
    const [noor, sam] = [await buildUser(app), await buildUser(app)]
    const lock = { statement: 'select 1 from users where id = $1 for update', id: sam.id }
    await meetAtLock(app, lock, () =>
      Promise.all([set(sam.id, noor.email).expect(200), approve(sam.id)]),
    )
    expect(await owed(noor.id)).toBe(50_000)
  })

  it('takes turns with payout runs', async () => {
    const noor = await buildUser(app)
    const sam = await buildReferred(app, noor)
    const lock = { statement: 'select pg_advisory_xact_lock(5140002), $1::int', id: sam.id }
    const { status } = await meetAtLock(app, { ...lock, waiting: 1 }, async () => set(sam.id, null))
    expect(status).toBe(200)
  })

  it('is removed with what they earned by it, and the trail says why', async () => {
    const noor = await buildUser(app)
    const sam = await buildReferred(app, noor)
    await approve(sam.id)
    const { body } = await set(sam.id, null).expect(200)
    expect(body.referredAs.referrer).toBeNull()
    expect(await ledgerOf(sam.referralId)).toEqual([
      ['reward', noor.id, 50_000],
      ['reversal', noor.id, -50_000],
    ])
    const { rows } = await app.pool.query(
      "select actor_id, details from audit_events where action = 'user.referrer-removed' and object = $1",
      [`user:${sam.id}`],
    )
    expect(rows).toEqual([
      { actor_id: boss.id, details: { referrer: null, before: `user:${noor.id}`, reason: said } },
    ])
    await set(sam.id, noor.email).expect(200)
    expect(await owed(noor.id)).toBe(50_000)
  })

  it('stays removed, no matter who claims the link that they came by', async () => {
    const { body } = await visit(app).post('/api/referrals').send(buildReferral()).expect(201)
    const sam = await applyIn(app, visit(app), { referralCode: String(body.link).slice(-8) })
    await set(sam.id, null).expect(200)
    const claimer = await logIn(app, await buildUser(app))
    await claimer.post('/api/referral-claims').send({ token: body.claim }).expect(200)
    expect((await read(sam.id)).referredAs).toMatchObject({ referrer: null, code: null })
  })

  it.each(['paying', 'paid'])('stays once a payout that is %s has included it', async (state) => {
    const noor = await buildUser(app)
    const sam = await buildReferred(app, noor)
    await approve(sam.id)
    await payFor(noor.id, state)
    expect((await read(sam.id)).canChange).toBe(false)
    for (const referrer of [null, (await buildUser(app)).email]) {
      const { body } = await set(sam.id, referrer).expect(409)
      expect(body.message).toBe(
        'This referral is part of a payout, so it can’t be changed anymore.',
      )
    }
    expect(await ledgerOf(sam.referralId)).toEqual([['reward', noor.id, 50_000]])
  })

  it.each(['ready', 'held', 'failed'])('can change while a payout is %s', async (state) => {
    const noor = await buildUser(app)
    const sam = await buildReferred(app, noor)
    await approve(sam.id)
    await payFor(noor.id, state)
    expect((await read(sam.id)).canChange).toBe(true)
    await set(sam.id, null).expect(200)
  })

  it('can change when another referral of theirs was paid out before this one was rewarded', async () => {
    const noor = await buildUser(app)
    const sam = await buildReferred(app, noor)
    await payFor(noor.id, 'paid')
    await app.pool.query(
      "update payout_runs set last_day = current_date - 10 where period = 'test-' || $1::int",
      [noor.id],
    )
    await approve(sam.id)
    await set(sam.id, null).expect(200)
  })

  it('is someone else, who exists, with a reason, of a person who is there', async () => {
    const sam = await buildUser(app)
    const own = 'This is the person’s own code or email.'
    await set(sam.id, sam.email).expect(400, invalid('referrer', own))
    const unknown = invalid('referrer', 'No one has this code or email.')
    for (const referrer of ['nobody@example.com', boss.email, 'ZZZZ9999'])
      await set(sam.id, referrer).expect(400, unknown)
    await set(sam.id, null, ' ').expect(400, invalid('reason', 'Please enter a reason.'))
    await set(boss.id, sam.email).expect(404, notFound)
    await set(2_000_000_000, sam.email).expect(404, notFound)
    await admin.get('/api/admin/users/2000000000/referrals').expect(404, notFound)
  })

  it('is one of two when two are set at the same time', async () => {
    const [first, second] = [await buildUser(app), await buildUser(app)]
    const sam = await buildUser(app)
    await approve(sam.id)
    await Promise.all([first, second].map(({ email }) => set(sam.id, email).expect(200)))
    const balances = await Promise.all([first, second].map(async ({ id }) => (await owed(id)) ?? 0))
    expect(ascending(balances)).toEqual([0, 50_000])
  })

  it('can be set while a reward is on hold, which stays on hold', async () => {
    const [first, second] = [await buildUser(app), await buildUser(app)]
    const sam = await buildReferred(app, first)
    await buildHold(app, sam.referralId)
    await approve(sam.id)
    await set(sam.id, second.email).expect(200)
    expect(await ledgerOf(sam.referralId)).toEqual([])
  })
})

async function people(query: object = {}): Promise<ReferredPerson[]> {
  const { body } = await admin.get('/api/admin/referred-people').query(query).expect(200)
  return referredPerson.array().parse(body)
}

const ids = async (query: object) => (await people(query)).map(({ id }) => id)

async function referrers(query: object = {}): Promise<ListedReferrer[]> {
  const { body } = await admin.get('/api/admin/referrers').query(query).expect(200)
  return listedReferrer.array().parse(body)
}

const decide = (id: number, status: string) =>
  admin.patch(`/api/admin/users/${id}/status`).send({ status }).expect(200)

describe('the list of people who were referred', () => {
  it('says who they are, who referred them, their status and what it earned', async () => {
    const noor = await buildUser(app, { firstName: 'Noor', lastName: 'Haddad' })
    const sam = await buildReferred(app, noor, { firstName: 'Sam', lastName: 'Torres' })
    await decide(sam.id, 'approved')
    expect((await people({ search: 'torres' }))[0]).toEqual({
      id: sam.referralId,
      referred: { id: sam.id, name: 'Sam Torres', email: sam.email, status: 'approved' },
      referrer: { id: noor.id, name: 'Noor Haddad', email: noor.email },
      source: 'link',
      code: null,
      signedUpAt: expect.stringMatching(/Z$/),
      holds: [],
      rewardCents: 50_000,
    })
    await decide(sam.id, 'rejected')
    expect((await people({ search: 'torres' }))[0]).toMatchObject({
      referred: { status: 'rejected' },
      rewardCents: 0,
    })
  })

  it('shows what keeps a reward back, and nothing of it is earned', async () => {
    const held = await buildReferred(app, await buildUser(app))
    const hold = await buildHold(app, held.referralId)
    await decide(held.id, 'approved')
    const [person] = await people({ status: 'held' })
    expect(person).toMatchObject({
      id: held.referralId,
      holds: [{ id: hold.id, reason: 'burst', outcome: null, note: null }],
      rewardCents: 0,
    })
  })

  it('is narrowed to a state, and searched by either person or by the link’s code', async () => {
    const ada = await buildUser(app, { firstName: 'Ada', lastName: 'Xylander' })
    const waiting = await buildReferred(app, ada, { firstName: 'Wim', lastName: 'Xander' })
    const approved = await buildReferred(app, ada)
    const rejected = await buildReferred(app, ada, { status: 'rejected' })
    await decide(approved.id, 'approved')
    const code = 'XY3456ZQ'
    await app.pool.query('insert into referral_links (code, user_id) values ($1, $2)', [
      code,
      ada.id,
    ])
    await app.pool.query('update referred_people set code = $1 where id = $2', [
      code,
      approved.referralId,
    ])
    const all = [rejected, approved, waiting].map(({ referralId }) => referralId)
    const search = 'xylander'
    expect(await ids({ search })).toEqual(all)
    expect(await ids({ search, sort: 'oldest' })).toEqual(all.toReversed())
    expect(await ids({ search, status: 'in-review' })).toEqual([waiting.referralId])
    expect(await ids({ search, status: 'approved' })).toEqual([approved.referralId])
    expect(await ids({ search, status: 'not-approved' })).toEqual([rejected.referralId])
    expect(await ids({ search: 'wim xander' })).toEqual([waiting.referralId])
    expect(await ids({ search: 'xy3456zq' })).toEqual([approved.referralId])
    // Too short for the index.
    expect(await ids({ search: 'xy', status: 'approved' })).toEqual([approved.referralId])
    expect(await ids({ search: "x' or 1=1 --" })).toEqual([])
    await admin.get('/api/admin/referred-people?status=paid').expect(400)
  })

  it('is turned page by page, with the total', async () => {
    const lea = await buildUser(app, { lastName: 'Quillfeather' })
    const made = [await buildReferred(app, lea), await buildReferred(app, lea)]
    const path = '/api/admin/referred-people?search=quillfeather&limit=1'
    const first = await admin.get(path).expect(200)
    expect(first.body[0].id).toBe(made[1]?.referralId)
    expect(first.headers['x-total-count']).toBe('2')
    const next = /<([^>]+)>/.exec(String(first.headers['link']))?.[1]
    const second = await admin.get(String(next)).expect(200)
    expect(second.body[0].id).toBe(made[0]?.referralId)
    expect(second.headers['link']).toBeUndefined()
  })

  it('outlives both accounts, without their names', async () => {
    const referrer = await buildUser(app)
    const gone = await buildReferred(app, referrer)
    for (const { id } of [gone, referrer]) await admin.delete(`/api/admin/users/${id}`).expect(200)
    expect((await people())[0]).toMatchObject({
      id: gone.referralId,
      referred: null,
      referrer: null,
    })
  })

  it('is taken away as a file, with amounts in dollars and no formulas', async () => {
    const eve = await buildUser(app, { firstName: '=cmd()', lastName: 'Zappa' })
    const person = await buildReferred(app, eve, { firstName: 'Io', lastName: 'Moon' })
    await buildHold(app, person.referralId, { reason: 'same-phone' })
    const { text } = await admin.get('/api/admin/exports/referred-people?search=zappa').expect(200)
    const [head, line, ...more] = text.slice(1).trimEnd().split('\r\n')
    expect(head).toMatch(/^Referral ID,User ID,First name,Last name,Email,Status,/)
    expect(line).toContain(`${person.referralId},${person.id},Io,Moon,${person.email},pending,`)
    expect(line).toContain("'=cmd()")
    expect(line).toContain(',same-phone,0.00,')
    expect(more).toEqual([])
    await admin.get('/api/admin/exports/referred-people?cursor=1').expect(400)
  })
})

describe('the list of referrers', () => {
  it('counts who signed up and was approved, and sums what was earned and is owed', async () => {
    const noor = await buildUser(app, { firstName: 'Noor', lastName: 'Jazairi' })
    const [first] = [await buildReferred(app, noor), await buildReferred(app, noor)]
    await decide(first.id, 'approved')
    expect(await referrers({ search: 'jazairi' })).toEqual([
      {
        id: noor.id,
        name: 'Noor Jazairi',
        email: noor.email,
        status: 'pending',
        signedUp: 2,
        approved: 1,
        earnedCents: 50_000,
        payableCents: 50_000,
        paidCents: 0,
        lastSignUpAt: expect.stringMatching(/Z$/),
      },
    ])
  })

  it('has no one who has referred no one', async () => {
    await buildUser(app, { lastName: 'Lonelyson' })
    expect(await referrers({ search: 'lonelyson' })).toEqual([])
  })
})

const funnel = async (by: string): Promise<FunnelStep[]> =>
  (await admin.get('/api/admin/referral-funnel').query({ by }).expect(200)).body

describe('the funnel', () => {
  it.each([
    ['month', 12],
    ['day', 30],
  ])('counts by %s, the last %i of them, in the program’s zone', async (by, steps) => {
    const before = (await funnel(by)).at(-1)
    const referrer = await buildUser(app)
    const person = await buildReferred(app, referrer)
    await decide(person.id, 'approved')
    const code = by === 'day' ? 'DDDDDDDD' : 'MMMMMMMM'
    await app.pool.query('insert into referral_links (code, user_id) values ($1, $2)', [
      code,
      referrer.id,
    ])
    await app.pool.query(
      'insert into referral_clicks (code, day, clicks) values ($1, (now() at time zone $2)::date, 3)',
      [code, programZone],
    )
    const after = await funnel(by)
    expect(after).toHaveLength(steps)
    const now = after.at(-1)
    expect(now).toEqual({
      day: before?.day,
      clicks: (before?.clicks ?? 0) + 3,
      signedUp: (before?.signedUp ?? 0) + 1,
      approved: (before?.approved ?? 0) + 1,
      earnedCents: (before?.earnedCents ?? 0) + 50_000,
    })
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: programZone }).format()
    expect(now?.day).toBe(by === 'day' ? today : `${today.slice(0, 7)}-01`)
    // What was taken back is neither approved nor earned.
    await decide(person.id, 'rejected')
    expect((await funnel(by)).at(-1)).toMatchObject({
      approved: before?.approved,
      earnedCents: before?.earnedCents,
    })
  })

  it('knows no other step', async () => {
    await admin.get('/api/admin/referral-funnel?by=hour').expect(400)
  })
})
