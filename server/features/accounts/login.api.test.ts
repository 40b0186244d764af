import type { Response } from 'supertest'
import { describe, expect, it } from 'vitest'
import { pleaseLogIn, readCookie } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildUser, profileOf } from '@tests/support/portal/factories'
import { turnOnSecondFactor } from '@tests/support/portal/second-factor'
import { eventsOf } from '@tests/support/portal/audit-events'

const app = await startSharedApp()

const wrong = {
  message: 'Invalid email or password. Please try again.',
  code: 'unauthorized',
}

const getCookie = ({ headers }: Pick<Response, 'headers'>) => readCookie(headers['set-cookie'])

const login = (body: object) => visit(app).post('/api/login').send(body)

describe('logging in', () => {
  it('answers who is logged in, and nothing secret', async () => {
    const user = await buildUser(app, { status: 'approved' })
    const { body } = await visit(app).post('/api/login').send(user).expect(200)
    expect(body).toEqual({
      ...profileOf(user),
      status: 'approved',
      isAdmin: 0,
      statusReason: null,
      statusAt: null,
      createdAt: user.createdAt.toISOString(),
    })
  })

  it('takes the email in any case and with spaces around it', async () => {
    const user = await buildUser(app)
    const email = `  ${user.email.toUpperCase()} `
    await visit(app).post('/api/login').send({ email, password: user.password }).expect(200)
  })

  it('answers alike for a wrong password and an unknown email', async () => {
    const user = await buildUser(app)
    const attempts = [
      { email: user.email, password: `${user.password}!` },
      { email: user.email, password: "' OR 1=1--" },
      { email: 'nobody@example.com', password: user.password },
    ]
    for (const attempt of attempts) {
      const { headers } = await visit(app).post('/api/login').send(attempt).expect(401, wrong)
      expect(headers).not.toHaveProperty('set-cookie')
    }
  })

  it('offers no mailed link where no mail can be sent', async () => {
    await visit(app).get('/api/mail-status').expect(200, { configured: false })
    await visit(app).post('/api/password-reset').send({ email: 'a@b.example' }).expect(404)
  })

  it('gives a new session, and the one before it is worth nothing', async () => {
    const user = await buildUser(app)
    const agent = visit(app)
    const first = getCookie(await agent.post('/api/login').send(user).expect(200))
    const second = getCookie(await agent.post('/api/login').send(user).expect(200))
    expect(second).not.toBe(first)
    await visit(app).get('/api/user').set('Cookie', first).expect(401, pleaseLogIn)
    await visit(app).get('/api/user').set('Cookie', second).expect(200)
  })

  it('does not take over a session id that someone else chose', async () => {
    const user = await buildUser(app)
    const planted = 'sid=s%3Aattacker.signature'
    const answer = await login(user).set('Cookie', planted).expect(200)
    expect(getCookie(answer)).not.toContain('attacker')
    await visit(app).get('/api/user').set('Cookie', planted).expect(401)
  })

  it('leaves audit events of successes and failures', async () => {
    const user = await buildUser(app)
    await visit(app)
      .post('/api/login')
      .send({ ...user, password: 'wrong one' })
      .expect(401)
    await visit(app).post('/api/login').send(user).expect(200)
    expect(await eventsOf(app, `user:${user.id}`)).toMatchObject([
      { action: 'account.login-failed', actorId: null },
      { action: 'account.logged-in', actorId: user.id },
    ])
  })

  it('says of a failure whether the password or the code was wrong', async () => {
    const user = await buildUser(app)
    await turnOnSecondFactor(await logIn(app, user), user.password)
    const typed = [{ password: 'wrong one' }, { code: 'aaaa-bbbb' }, {}]
    for (const one of typed) await login({ ...user, ...one }).expect(401)
    const { rows } = await app.pool.query(
      `select details ->> 'wrong' as wrong from audit_events
        where action = 'account.login-failed' and object = $1 order by id`,
      [`user:${user.id}`],
    )
    expect(rows.map((row) => row.wrong)).toEqual(['password', 'code'])
  })
})

describe('logging out', () => {
  it('ends the session for good', async () => {
    const user = await buildUser(app)
    const agent = visit(app)
    const cookie = getCookie(await agent.post('/api/login').send(user).expect(200))
    const { headers } = await agent
      .post('/api/logout')
      .expect(200, { message: 'Logged out successfully' })
    expect(String(headers['set-cookie'])).toMatch(/^sid=; .*Expires=Thu, 01 Jan 1970/)
    await agent.get('/api/user').expect(401, pleaseLogIn)
    await visit(app).get('/api/user').set('Cookie', cookie).expect(401, pleaseLogIn)
  })

  it('leaves the other sessions of the user alone', async () => {
    const user = await buildUser(app)
    const [phone, laptop] = [await logIn(app, user), await logIn(app, user)]
    await phone.post('/api/logout').expect(200)
    await laptop.get('/api/user').expect(200)
  })
})

describe('the current user', () => {
  it('sees a decision of the administrator right away', async () => {
    const user = await buildUser(app)
    const agent = await logIn(app, user)
    await app.pool.query("update users set status = 'rejected' where id = $1", [user.id])
    const { body } = await agent.get('/api/user').expect(200)
    expect(body).toMatchObject({ status: 'rejected' })
  })
})
