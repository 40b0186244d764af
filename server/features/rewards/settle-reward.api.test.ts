import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { setUpBulkRuns, rowsOf } from '@tests/support/portal/bulk-runs'
import { ctxIn } from '@tests/support/portal/ctx'
import { logInAdmin } from '@tests/support/portal/agents'
import { buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { buildHold, buildPolicy, buildReferred } from '@tests/support/portal/referrals'
import { setUpRewards } from '@tests/support/portal/rewards'
import { sendBeside } from '@tests/support/portal/send-beside'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { referredPeople } from '../../db/schema/referral-links'
import { rewardHolds } from '../../db/schema/rewards'
import { portalItself } from '../audit/record-event'
import { decide as takeDecision } from '../decisions/decide'
import { listHeldRewards, summarizeRewards } from './queries'
import { settleReward } from './settle-reward'

const app = await startSharedApp()
const admin = await logInAdmin(app)
const { work, start } = setUpBulkRuns(app, admin)
const { decide, undo, owed, linesOf, buildMany } = setUpRewards(app, admin)

let referrer: BuiltUser
beforeEach(async () => {
  referrer = await buildUser(app)
})

const buildTwo = async () =>
  [await buildReferred(app, referrer), await buildReferred(app, referrer)] as const

describe('a reward', () => {
  it('is there on approval, once, and exactly reversed when the approval is taken back', async () => {
    const referred = await buildReferred(app, referrer)
    expect(await owed(referrer)).toBe(0)
    await decide(referred, 'approved')
    await decide(referred, 'approved')
    expect(await owed(referrer)).toBe(50_000)
    await buildPolicy(app, { kind: 'flat', flatCents: 10_000 })
    await decide(referred, 'rejected')
    await decide(referred, 'pending')
    expect(await owed(referrer)).toBe(0)
    await decide(referred, 'approved')
    expect(await linesOf(referrer)).toEqual([
      ['reward', 50_000],
      ['reversal', -50_000],
      ['reward', 10_000],
    ])
    await buildPolicy(app, { kind: 'flat' })
  })

  it('waits when both have the same details, which neither change saw', async () => {
    const referred = await buildReferred(app, referrer, { phoneNumber: referrer.phoneNumber })
    await decide(referred, 'approved')
    expect(await owed(referrer)).toBe(0)
    expect(await app.db.select().from(rewardHolds)).toMatchObject([{ reason: 'same-phone' }])
  })

  it('goes with a decision that is undone, and comes back with a rejection that is', async () => {
    const referred = await buildReferred(app, referrer)
    await undo(await decide(referred, 'approved'))
    expect(await owed(referrer)).toBe(0)
    await decide(referred, 'approved')
    await undo(await decide(referred, 'rejected'))
    expect(await owed(referrer)).toBe(50_000)
  })

  it('is earned by bulk approvals too', async () => {
    const people = await buildMany(3, referrer)
    const run = await start({ action: 'approve', selection: rowsOf(people) })
    await work(run.id)
    expect(await owed(referrer)).toBe(150_000)
  })

  it('is for partners: someone who refers others without applying earns nothing for anyone', async () => {
    const { id, referralId } = await buildReferred(app, referrer, { kind: 'referrer' })
    await app.pool.query("update users set status = 'approved', status_at = now() where id = $1", [
      id,
    ])
    await app.db.transaction((tx) => settleReward(tx, referralId, portalItself))
    expect(await owed(referrer)).toBe(0)
  })

  it('waits for every hold, and is never there once one is voided', async () => {
    const [first, second] = await buildTwo()
    const holds = [
      await buildHold(app, first.referralId),
      await buildHold(app, first.referralId, { reason: 'same-phone' }),
      await buildHold(app, second.referralId),
    ]
    await decide(first, 'approved')
    await decide(second, 'approved')
    expect(await summarizeRewards(app.db, referrer.id)).toMatchObject({
      payableCents: 0,
      heldCents: 100_000,
    })
    const settle = (at: number, outcome: string, note = 'Called both') =>
      admin.post(`/api/admin/reward-holds/${holds[at]?.id}/settle`).send({ outcome, note })
    await settle(0, 'released').expect(200)
    expect(await owed(referrer)).toBe(0)
    await settle(1, 'released').expect(200)
    await settle(2, 'voided').expect(200)
    const voided = { message: 'This was already voided.', code: 'conflict' }
    await settle(2, 'released').expect(409, voided)
    expect(await summarizeRewards(app.db, referrer.id)).toMatchObject({
      payableCents: 50_000,
      heldCents: 0,
    })
    await decide(second, 'pending')
    await decide(second, 'approved')
    expect(await owed(referrer)).toBe(50_000)
    await settle(1, 'released', ' ').expect(400)
  })

  it('is taken back by a hold that is opened later', async () => {
    const referred = await buildReferred(app, referrer)
    await decide(referred, 'approved')
    await buildHold(app, referred.referralId)
    await app.db.transaction((tx) => settleReward(tx, referred.referralId, portalItself))
    expect(await owed(referrer)).toBe(0)
    expect(await listHeldRewards(app.db, referrer.id)).toEqual([
      { referredPersonId: referred.referralId, cents: 50_000 },
    ])
    await decide(referred, 'pending')
    expect(await listHeldRewards(app.db, referrer.id)).toEqual([])
  })

  it('is not for a referrer who was rejected, and is again once they are restored', async () => {
    const [first, second] = await buildTwo()
    await decide(first, 'approved')
    const rejection = await decide(referrer, 'rejected')
    await decide(second, 'approved')
    expect(await owed(referrer)).toBe(0)
    await undo(rejection)
    expect(await owed(referrer)).toBe(100_000)
  })

  it('follows the person who referred them, when the administrator says it was another', async () => {
    const [referred, other] = [await buildReferred(app, referrer), await buildUser(app)]
    await decide(referred, 'approved')
    for (const [referrerId, mine, theirs] of [
      [other.id, 0, 50_000],
      [null, 0, 0],
      [referrer.id, 50_000, 0],
    ] as const) {
      await app.db.transaction(async (tx) => {
        await tx
          .update(referredPeople)
          .set({ referrerId })
          .where(eq(referredPeople.id, referred.referralId))
        await settleReward(tx, referred.referralId, portalItself)
      })
      expect([await owed(referrer), await owed(other)]).toEqual([mine, theirs])
    }
  })

  it('is kept when either account is closed, without a name', async () => {
    const [first, second] = await buildTwo()
    await decide(first, 'approved')
    await decide(second, 'approved')
    await admin.delete(`/api/admin/users/${first.id}`).expect(200)
    expect(await owed(referrer)).toBe(100_000)
    await admin.delete(`/api/admin/users/${referrer.id}`).expect(200)
    await decide(second, 'rejected')
    expect(await owed(referrer)).toBe(100_000)
    const { rows } = await app.pool.query(
      'select referrer_id, referred_id from referred_people where id = any ($1)',
      [[first.referralId, second.referralId]],
    )
    expect(rows.map((row) => row.referrer_id)).toEqual([null, null])
  })

  it('is not there when the referrer is rejected while they are set', async () => {
    const person = await buildUser(app)
    await decide(person, 'approved')
    const decision = { status: 'rejected', reason: '' } as const
    const rejected = {
      kind: 'user',
      id: referrer.id,
      decision,
      isSilent: true,
    } as const
    await sendBeside(
      app,
      (tx) => takeDecision(ctxIn(app, tx), rejected),
      () =>
        admin
          .put(`/api/admin/users/${person.id}/referrer`)
          .send({ referrer: referrer.email, reason: 'By phone' })
          .expect(200),
    )
    expect(await owed(referrer)).toBe(0)
  })
})
