import { expect } from 'vitest'
import { referredPeople } from '@server/db/schema/referral-links'
import type { Agent } from './agents'
import type { TestApp } from './app'
import { buildUser } from './factories'
import { countDeadlocks } from './meet-at-lock'
import { buildHold, buildPolicy, buildReferred } from './referrals'
import { findLedgerProblems } from './rewards'

/** People who referred each other are decided on at the same time, and one is deleted, without a deadlock. */
export async function decideAtOnce(app: TestApp, admin: Agent): Promise<void> {
  await buildPolicy(app)
  for (const isDeleted of [false, true]) await decideOnThree(app, admin, isDeleted)
  expect(await countDeadlocks(app)).toBe(0)
  expect(await findLedgerProblems(app)).toEqual([])
}

async function decideOnThree(app: TestApp, admin: Agent, isDeleted: boolean): Promise<void> {
  const left = await buildUser(app)
  const right = await buildReferred(app, left)
  await app.db
    .insert(referredPeople)
    .values({ referrerId: right.id, referredId: left.id, source: 'administrator' })
  const third = await buildReferred(app, right)
  const hold = await buildHold(app, third.referralId)
  const send = ({ id }: { id: number }, status: string) =>
    admin.patch(`/api/admin/users/${id}/status`).send({ status })
  const answers = await Promise.all([
    send(left, 'approved'),
    send(right, 'approved'),
    send(third, 'approved'),
    send(right, 'rejected'),
    send(left, 'rejected'),
    admin
      .post(`/api/admin/reward-holds/${hold.id}/settle`)
      .send({ outcome: 'released', note: 'Fine' }),
    isDeleted ? admin.delete(`/api/admin/users/${right.id}`) : send(right, 'approved'),
  ])
  for (const { status } of answers) expect([200, 404]).toContain(status)
}
