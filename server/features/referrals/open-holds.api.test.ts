import { asc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { visit } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { applyIn, buildReferrer, findReferred } from '@tests/support/portal/referral-links'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { samples } from '@tests/support/samples/samples'
import { duplicateDismissals } from '../../db/schema/duplicate-dismissals'
import { paymentSettings } from '../../db/schema/payouts'
import { referredPeople } from '../../db/schema/referral-links'
import { rewardHolds } from '../../db/schema/rewards'
import { users } from '../../db/schema/users'
import { burstFrom, openHolds } from './open-holds'
import { recheckHolds } from './recheck-holds'

const app = await startSharedApp()

const holdsOf = async (referredId: number) => {
  const rows = await app.db
    .select({ reason: rewardHolds.reason })
    .from(rewardHolds)
    .innerJoin(referredPeople, eq(referredPeople.id, rewardHolds.referredPersonId))
    .where(eq(referredPeople.referredId, referredId))
    .orderBy(asc(rewardHolds.reason))
  return rows.map(({ reason }) => reason)
}
/** Tests come from one address: each here has a network of its own. */
let network = 0
const applyFrom = async (overrides: object) => {
  await app.pool.query(
    "update users set terms_accepted_from = null where terms_accepted_from = '127.0.0.1'",
  )
  network += 1
  return applyIn(app, visit(app), { phoneNumber: `720555${1000 + network}`, ...overrides })
}
const recheck = (userId: number) => app.db.transaction((tx) => recheckHolds(tx, userId, {}))

describe('signing up by a link', () => {
  it('gives no reason for doubt when two people have nothing in common', async () => {
    const { code } = await buildReferrer(app)
    const { id } = await applyFrom({ referralCode: code })
    expect(await findReferred(app, id)).toBeDefined()
    expect(await holdsOf(id)).toEqual([])
  })

  it.each([
    ['the email but for case, dots and what follows a plus', { email: 'Sa.me+2@googlemail.com' }],
    ['the phone number, written otherwise', { phoneNumber: '+1 (303) 444-0001' }],
  ])('with %s of the referrer is held back', async (what, overrides) => {
    const { code } = await buildReferrer(app, {
      email: what.includes('email') ? 'same@gmail.com' : 'phoned@example.com',
      phoneNumber: what.includes('phone') ? '303-444-0001' : '303-444-0002',
    })
    const { id } = await applyFrom({ referralCode: code, ...overrides })
    expect(await holdsOf(id)).toEqual([what.includes('email') ? 'same-email' : 'same-phone'])
  })

  it('with a document that the referrer sent is held back', async () => {
    const { id: referrerId, code } = await buildReferrer(app)
    const sample = samples.pdf({ text: 'One report, two people' })
    await buildFile(app, { sample, owner: { id: referrerId } })
    const { uploadKey } = await buildFile(app, { sample })
    const { id } = await applyFrom({ referralCode: code, uploadKey })
    expect(await holdsOf(id)).toEqual(['same-document'])
  })

  it('is held back when the person had an account, unless that was someone else’s', async () => {
    const { code } = await buildReferrer(app)
    const before = await buildUser(app, { email: 'before@example.com', kind: 'referrer' })
    const { id } = await applyFrom({ referralCode: code, email: 'before+again@example.com' })
    expect(await holdsOf(id)).toEqual(['earlier-account'])

    await app.db.delete(rewardHolds)
    const dismissed = { userId: before.id, otherId: id, reason: 'Twins' }
    // Nothing about it changes with the referrer.
    expect(await recheck((await findReferred(app, id))?.referrerId ?? 0)).toEqual([])
    await app.db.insert(duplicateDismissals).values(dismissed)
    await recheck(id)
    expect(await holdsOf(id)).toEqual([])
  })

  it('is held back from the fifth on that one network brings within a day', async () => {
    const { code } = await buildReferrer(app)
    const ids = []
    for (let count = 0; count < burstFrom; count += 1) {
      const { id } = await applyFrom({ referralCode: code })
      ids.push(id)
      await app.db
        .update(users)
        .set({ termsAcceptedFrom: `198.51.100.${count}` })
        .where(eq(users.id, id))
      await recheck(id)
    }
    const last = ids.at(-1) ?? 0
    for (const id of ids) expect(await holdsOf(id)).toEqual(id === last ? ['burst'] : [])
  })
})

describe('looking again', () => {
  it('finds what came later, with either of the two, and says about whom', async () => {
    const referrer = await buildReferrer(app)
    const { id } = await applyFrom({ referralCode: referrer.code })
    const referred = await findReferred(app, id)
    expect(await recheck(referrer.id)).toEqual([])
    const details = {
      method: 'paypal',
      sealedDetails: '',
      lastFour: '1234',
      fingerprint: 'f',
    } as const
    for (const userId of [referrer.id, id])
      await app.db.insert(paymentSettings).values({ userId, ...details })
    const opened = { referredPersonId: referred?.id, reason: 'same-payment-details' }
    expect(await recheck(referrer.id)).toEqual([opened])
    expect(await recheck(id)).toEqual([])
  })

  it('does not open again what was settled', async () => {
    const { code } = await buildReferrer(app, { email: 'settled@example.com' })
    const { id } = await applyFrom({ referralCode: code, email: 'settled+1@example.com' })
    const referred = await findReferred(app, id)
    const released = { outcome: 'released', settledAt: new Date() } as const
    await app.db.update(rewardHolds).set(released)
    expect(await app.db.transaction((tx) => openHolds(tx, [referred?.id ?? 0]))).toEqual([])
  })
})
