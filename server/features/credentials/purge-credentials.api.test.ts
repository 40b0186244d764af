import { eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, logInAdmin } from '@tests/support/portal/agents'
import { eventsOf } from '@tests/support/portal/audit-events'
import { buildCredential, buildUser } from '@tests/support/portal/factories'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { users } from '../../db/schema/users'
import { startJobs } from '../../jobs'
import { purgeCredentials, purgeTime } from './purge-credentials'

const app = await startSharedApp()

const dayMs = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

/** A person who was decided about, with the login that they shared. */
async function build(status: 'pending' | 'approved' | 'rejected', statusAt: Date | null) {
  const owner = await buildUser(app, { status, statusAt, createdAt: daysAgo(60) })
  return { owner, login: await buildCredential(app, { owner, createdAt: daysAgo(60) }) }
}

async function left(built: { login: { id: number } }[]): Promise<boolean[]> {
  const ids = built.map(({ login }) => login.id)
  const { id } = monitoringCredentials
  const rows = await app.db.select({ id }).from(monitoringCredentials).where(inArray(id, ids))
  return ids.map((one) => rows.some((row) => row.id === one))
}

it('deletes the logins of people decided about 30 days ago, and no others', async () => {
  const first = await build('approved', daysAgo(31))
  const built = [
    first,
    await build('rejected', daysAgo(31)),
    await build('approved', daysAgo(29)),
    await build('pending', daysAgo(31)),
    await build('pending', null),
    await build('approved', null),
  ]
  const unclaimed = { login: await buildCredential(app, { createdAt: daysAgo(60) }) }
  await purgeCredentials(app.db)
  expect(await left([...built, unclaimed])).toEqual([false, false, true, true, true, false, true])
  await purgeCredentials(app.db)
  const { login, owner } = first
  const events = await eventsOf(app, `credential:${login.id}`)
  expect(events.slice(1)).toMatchObject([
    { action: 'credential.purged', actorId: null, details: { owner: `user:${owner.id}` } },
  ])
})

it('leaves a decision alone that is being taken back at this moment', async () => {
  const built = await build('approved', daysAgo(31))
  await app.db.transaction(async (tx) => {
    await tx.update(users).set({ status: 'pending' }).where(eq(users.id, built.owner.id))
    await purgeCredentials(app.db)
  })
  expect(await left([built])).toEqual([true])
  await purgeCredentials(app.db)
  expect(await left([built])).toEqual([true])
})

it('leaves a login alone that is being changed at this moment, and waits for no one', async () => {
  const built = await build('approved', daysAgo(31))
  await app.db.transaction(async (tx) => {
    await tx
      .update(monitoringCredentials)
      .set({ status: 'rejected' })
      .where(eq(monitoringCredentials.id, built.login.id))
    await purgeCredentials(app.db)
  })
  expect(await left([built])).toEqual([true])
  await purgeCredentials(app.db)
  expect(await left([built])).toEqual([false])
})

it('keeps the promise of a date: to its owner while pending none, then the day’s run', async () => {
  const { owner } = await build('pending', null)
  const agent = await logIn(app, owner)
  const deletedOn = async () =>
    (await agent.get('/api/credit-credentials').expect(200)).body[0].deletedOn
  expect(await deletedOn()).toBeNull()
  const admin = await logInAdmin(app)
  await admin.patch(`/api/admin/users/${owner.id}/status`).send({ status: 'approved' }).expect(200)
  const ahead = Date.parse(await deletedOn()) - Date.now()
  expect(ahead / dayMs).toBeGreaterThan(30 - 0.01)
  expect(ahead / dayMs).toBeLessThan(31)
})

it('is done by the background', async () => {
  const built = [await build('approved', daysAgo(31)), await build('approved', daysAgo(29))]
  const jobs = await startJobs(app)
  try {
    await app.pool.query("select graphile_worker.add_job('purge-credentials')")
    await expect.poll(() => left(built)).toEqual([false, true])
  } finally {
    await jobs.stop()
  }
})

it.each([
  ['before the day’s run', '2026-11-23T03:00:00.000Z', '2026-12-23T04:40:00.000Z'],
  ['at the very moment of it', '2026-11-23T04:40:00.000Z', '2026-12-23T04:40:00.000Z'],
  ['after it', '2026-11-23T04:40:00.001Z', '2026-12-24T04:40:00.000Z'],
  ['over the new year', '2026-12-31T23:59:59.000Z', '2027-01-31T04:40:00.000Z'],
])('a login is deleted by the first run after 30 days: decided %s', (_when, decided, deleted) => {
  expect(purgeTime(new Date(decided))).toEqual(new Date(deleted))
})
