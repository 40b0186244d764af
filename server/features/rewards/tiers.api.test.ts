import { beforeEach, expect, it } from 'vitest'
import { logInAdmin } from '@tests/support/portal/agents'
import { buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { buildHold, buildPolicy } from '@tests/support/portal/referrals'
import { setUpRewards } from '@tests/support/portal/rewards'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { summarizeRewards } from './queries'

const app = await startSharedApp()
const admin = await logInAdmin(app)
const { decide, undo, owed, linesOf, buildMany } = setUpRewards(app, admin)

let referrer: BuiltUser
beforeEach(async () => {
  referrer = await buildUser(app)
  await buildPolicy(app)
})

function at<Item>(list: readonly Item[], index: number): Item {
  const item = list[index]
  if (!item) throw new Error('There are fewer.')
  return item
}

it('tiers count a month’s approvals, and one taken back gives its place to the others', async () => {
  const people = await buildMany(7, referrer)
  for (const person of people) await decide(person, 'approved')
  expect(await owed(referrer)).toBe(225_000)
  // It earned $250 as the first; the seventh is now the sixth, and the sixth bronze.
  await decide(at(people, 0), 'rejected')
  expect(await owed(referrer)).toBe(175_000)
  expect((await linesOf(referrer)).slice(-2)).toEqual([
    ['reversal', -25_000],
    ['tier', -25_000],
  ])
})

it('tiers can pay all of a month at the highest reached', async () => {
  await buildPolicy(app, { tierRule: 'highest' })
  const people = await buildMany(6, referrer)
  for (const person of people) await decide(person, 'approved')
  expect(await owed(referrer)).toBe(300_000)
  expect((await linesOf(referrer)).slice(-2)).toEqual([
    ['reward', 50_000],
    ['tier', 125_000],
  ])
  await decide(at(people, 2), 'pending')
  expect(await owed(referrer)).toBe(125_000)
})

it('tiers begin anew each month, and a rejection taken back counts for the month of the approval', async () => {
  const people = await buildMany(7, referrer)
  for (const person of people) await decide(person, 'approved')
  const before = await owed(referrer)
  const last = at(people, 6)
  await app.pool.query("update users set status_at = '2024-03-31T23:30:00-04' where id = $1", [
    last.id,
  ])
  const rejection = await decide(last, 'rejected')
  expect(await owed(referrer)).toBe(before - 50_000)
  await undo(rejection)
  const { rows: months } = await app.pool.query(
    'select month::text from ledger_transactions where referred_person_id = $1 order by id desc limit 1',
    [last.referralId],
  )
  expect(months).toEqual([{ month: '2024-03-01' }])
  // By the policy of that day, which was flat.
  expect(await owed(referrer)).toBe(before)
})

it('tiers number two approvals at once right, in one order or the other', async () => {
  const people = await buildMany(7, referrer)
  for (const person of people.slice(0, 5)) await decide(person, 'approved')
  const lock = { statement: 'select pg_advisory_xact_lock(5140001, $1)', id: referrer.id }
  await meetAtLock(app, lock, () =>
    Promise.all([decide(at(people, 5), 'approved'), decide(at(people, 6), 'approved')]),
  )
  expect(await owed(referrer)).toBe(225_000)
})

it('tiers say what a reward on hold will be', async () => {
  const people = await buildMany(7, referrer)
  for (const person of people.slice(0, 5)) await decide(person, 'approved')
  for (const person of people.slice(5)) {
    await buildHold(app, person.referralId)
    await decide(person, 'approved')
  }
  expect(await summarizeRewards(app.db, referrer.id)).toMatchObject({
    payableCents: 125_000,
    heldCents: 100_000,
  })
})
