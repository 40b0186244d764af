import { describe, expect, it } from 'vitest'
import {
  listedReferrer,
  referredPerson,
  type FunnelStep,
  type ListedReferrer,
  type ReferredPerson,
} from '@shared/referred-people'
import { programZone } from '@shared/program-time'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logInAdmin } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { buildHold, buildReferred } from '@tests/support/portal/referrals'

const app = await startSharedApp()
const admin = await logInAdmin(app)

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
