import { describe, expect, it } from 'vitest'
import { personReferrals, type PersonReferrals } from '@shared/referred-people'
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
