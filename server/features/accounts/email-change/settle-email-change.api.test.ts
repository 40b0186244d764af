import { describe, expect, it } from 'vitest'
import { notFound } from '@tests/support/portal/answers'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildAdmin, buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'

// Without a mail sender.
const app = await startSharedApp()
const account = await buildAdmin(app)
const admin = await logIn(app, account)

let serial = 0
async function buildWaiting(newEmail = `wished-${(serial += 1)}@partner.example`) {
  const user = await buildUser(app)
  const agent = await logIn(app, user)
  const { body } = await agent
    .post('/api/email-change')
    .send({ newEmail, currentPassword: user.password })
    .expect(200)
  expect(body.waiting).toMatchObject({ newEmail, way: 'administrator', expiresAt: null })
  return { user, agent, newEmail }
}

const settle = (id: number, answer: 'confirm' | 'decline', newEmail: string) =>
  admin.post(`/api/admin/users/${id}/email-change/${answer}`).send({ newEmail })

const listed = async (id: number) =>
  (await admin.get(`/api/admin/users?cursor=${id + 1}&limit=1`).expect(200)).body[0]

describe('another email where no mail can be sent', () => {
  it('waits for the administrator, who sees it with the person and confirms it', async () => {
    const { user, agent, newEmail } = await buildWaiting()
    expect(await listed(user.id)).toMatchObject({ id: user.id, email: user.email, newEmail })
    await settle(user.id, 'confirm', newEmail).expect(200, { message: 'The email is changed.' })
    expect(await listed(user.id)).toMatchObject({ email: newEmail })
    expect(await listed(user.id)).not.toHaveProperty('newEmail')
    await agent.get('/api/user').expect(401)
    await visit(app).post('/api/login').send(user).expect(401)
    const there = await logIn(app, { ...user, email: newEmail })
    expect((await there.get('/api/email-change').expect(200)).body).toEqual({ waiting: null })
    const { rows } = await app.pool.query(
      "select actor_id, details from audit_events where object = $1 and action = 'account.email-changed'",
      [`user:${user.id}`],
    )
    expect(rows).toEqual([{ actor_id: account.id, details: { confirmedBy: 'administrator' } }])
  })

  it('can be declined', async () => {
    const { user, agent, newEmail } = await buildWaiting()
    await settle(user.id, 'decline', newEmail).expect(200, { message: 'The email is unchanged.' })
    expect((await agent.get('/api/email-change').expect(200)).body).toEqual({ waiting: null })
    expect((await agent.get('/api/user').expect(200)).body.email).toBe(user.email)
    await settle(user.id, 'confirm', newEmail).expect(409)
  })

  it('is confirmed as it was seen only, and not when someone has the address', async () => {
    const { user, agent } = await buildWaiting()
    const taken = (await buildUser(app)).email
    await agent
      .post('/api/email-change')
      .send({ newEmail: taken, currentPassword: user.password })
      .expect(200)
    const other = await settle(user.id, 'confirm', 'wished-1@partner.example').expect(409)
    expect(other.body.message).toMatch(/no longer wants that email/)
    const { body } = await settle(user.id, 'confirm', taken).expect(409)
    expect(body.message).toBe('Another account now uses this email, so nothing was changed.')
    expect(await listed(user.id)).toMatchObject({ email: user.email, newEmail: taken })
    await settle(2_000_000_000, 'confirm', taken).expect(404, notFound)
  })

  it('is gone with the account that closes, and with a new password', async () => {
    const closing = await buildWaiting()
    await closing.agent
      .post('/api/account/close')
      .send({ currentPassword: closing.user.password })
      .expect(200)
    await settle(closing.user.id, 'confirm', closing.newEmail).expect(409)
    const careful = await buildWaiting()
    await careful.agent
      .post('/api/password')
      .send({ currentPassword: careful.user.password, newPassword: 'another long phrase' })
      .expect(200)
    await settle(careful.user.id, 'confirm', careful.newEmail).expect(409)
  })
})
