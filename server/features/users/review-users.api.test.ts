import { eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { describe, expect, it } from 'vitest'
import { notFound, pleaseLogIn } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn } from '@tests/support/portal/agents'
import { buildAdmin, buildUser, profileOf } from '@tests/support/portal/factories'
import { eventsOf } from '@tests/support/portal/audit-events'
import { users } from '../../db/schema/users'
import { portalItself } from '../audit/record-event'
import { decide as takeDecision } from '../decisions/decide'

const app = await startSharedApp()
const account = await buildAdmin(app)
const admin = await logIn(app, account)

const decide = (id: number | string, body: object) =>
  admin.patch(`/api/admin/users/${id}/status`).send(body)

async function statusOf(id: number) {
  const [row] = await app.db.select().from(users).where(eq(users.id, id))
  return row?.status
}

describe('a decision on a user', () => {
  it('tells the user why when it is a rejection, and no other note, in the session that is open', async () => {
    const user = await buildUser(app)
    const agent = await logIn(app, user)
    const seen = async () => (await agent.get('/api/user').expect(200)).body
    expect(await seen()).toMatchObject({ statusReason: null, statusAt: null })
    const reason = 'Your score on the report is 655.'
    await decide(user.id, { status: 'rejected', reason }).expect(200)
    const statusAt = expect.stringMatching(/Z$/)
    expect(await seen()).toMatchObject({ status: 'rejected', statusReason: reason, statusAt })
    await decide(user.id, { status: 'approved', reason: 'Asked Jo.' }).expect(200)
    expect(await seen()).toMatchObject({ status: 'approved', statusReason: null, statusAt })
  })

  it('asks Postgres twice in its transaction, when no referral or mail follows from it', async () => {
    const { id } = await buildUser(app)
    const sent: string[] = []
    const logger = { logQuery: (text: string) => void sent.push(text.split(' ', 1).join()) }
    const db = drizzle(app.pool, { casing: 'snake_case', logger })
    const decision = { status: 'approved' } as const
    await db.transaction((tx) =>
      takeDecision(tx, { kind: 'user', id, decision, by: portalItself, mail: null }),
    )
    expect(sent).toEqual(['begin', 'select', 'with', 'commit'])
    expect(await statusOf(id)).toBe('approved')
  })

  it('sets any status from any other, and answers the user', async () => {
    const user = await buildUser(app)
    const steps = ['approved', 'pending', 'rejected', 'approved', 'rejected', 'pending', 'pending']
    for (const status of steps) {
      const { body } = await decide(user.id, { status }).expect(200)
      expect(body).toEqual({
        ...profileOf(user),
        status,
        statusReason: null,
        contactConsent: false,
        isAdmin: 0,
        createdAt: user.createdAt.toISOString(),
        decisionId: expect.any(Number),
      })
      expect(await statusOf(user.id)).toBe(status)
    }
    const events = await eventsOf(app, `user:${user.id}`)
    expect(events.map(({ action, actorId, details }) => [action, actorId, details])).toEqual(
      steps.map((status) => ['user.status-changed', account.id, { status }]),
    )
  })

  it('may have a reason, which the next one replaces', async () => {
    const { id } = await buildUser(app)
    const reason = '  Score too low.\nMay reapply.  '
    const first = await decide(id, { status: 'rejected', reason }).expect(200)
    expect(first.body.statusReason).toBe('Score too low.\nMay reapply.')
    const second = await decide(id, { status: 'approved' }).expect(200)
    expect(second.body.statusReason).toBeNull()
    await decide(id, { status: 'approved', reason: 'x'.repeat(1001) }).expect(400)
    const pasted = await decide(id, { status: 'approved', reason: 'bell \u0007' }).expect(200)
    expect(pasted.body.statusReason).toBe('bell')
  })

  it('is never made on the administrator', async () => {
    await decide(account.id, { status: 'rejected' }).expect(403, {
      message: "The administrator's status cannot be changed.",
      code: 'forbidden',
    })
    expect(await statusOf(account.id)).toBe('approved')
  })

  it('cannot change anything but the status', async () => {
    const user = await buildUser(app)
    const more = { isAdmin: 1, email: 'x@example.com', id: account.id }
    await decide(user.id, { status: 'approved', ...more }).expect(200)
    const [row] = await app.db.select().from(users).where(eq(users.id, user.id))
    expect(row).toMatchObject({ isAdmin: 0, email: user.email })
  })
})

describe('deleting a user', () => {
  it('ends the sessions right away', async () => {
    const user = await buildUser(app)
    const [phone, laptop] = [await logIn(app, user), await logIn(app, user)]
    await admin.delete(`/api/admin/users/${user.id}`).expect(200, { message: 'User deleted' })
    const ofUser = sql`sess -> 'passport' ->> 'user' = ${String(user.id)}`
    expect(await app.db.$count(sql`sessions`, ofUser)).toBe(0)
    await phone.get('/api/user').expect(401, pleaseLogIn)
    await laptop.get('/api/files').expect(401, pleaseLogIn)
  })

  it('is never done to the administrator, nor twice', async () => {
    await admin.delete(`/api/admin/users/${account.id}`).expect(403, {
      message: 'The administrator cannot be deleted.',
      code: 'forbidden',
    })
    const { id } = await buildUser(app)
    await admin.delete(`/api/admin/users/${id}`).expect(200)
    await admin.delete(`/api/admin/users/${id}`).expect(404, notFound)
    await decide(id, { status: 'approved' }).expect(404, notFound)
  })
})
