import type { Response } from 'supertest'
import { describe, expect, it } from 'vitest'
import { listedSession } from '@shared/accounts'
import { pleaseLogIn, readCookie, invalid } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit, type Agent } from '@tests/support/portal/agents'
import { buildUser, profileOf, buildAdmin, type BuiltUser } from '@tests/support/portal/factories'
import { turnOnSecondFactor } from '@tests/support/portal/second-factor'
import { eventsOf } from '@tests/support/portal/audit-events'
import { buildResetLink } from '@tests/support/portal/reset-link'

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

const admin = await buildAdmin(app)

const newPassword = 'eleven quiet lighthouses'

const change = (agent: Agent, user: BuiltUser, changes: object = {}) =>
  agent.post('/api/password').send({ currentPassword: user.password, newPassword, ...changes })

const prove = (agent: Agent, { password }: BuiltUser) =>
  agent.post('/api/reauthenticate').send({ password }).expect(200)

const actionsOf = async ({ id }: BuiltUser) =>
  (await eventsOf(app, `user:${id}`)).map(({ action }) => action)

describe('changing the password', () => {
  it('takes the new one, ends the other sessions, and goes on under a new session id', async () => {
    const user = await buildUser(app)
    const [here, elsewhere] = [await logIn(app, user), await logIn(app, user)]
    const { headers, body } = await change(here, user).expect(200)
    expect(body).toEqual({ message: 'Password changed' })
    expect(String(headers['set-cookie'])).toMatch(/^sid=/)
    await here.get('/api/user').expect(200)
    await elsewhere.get('/api/user').expect(401, pleaseLogIn)
    await visit(app).post('/api/login').send(user).expect(401)
    await logIn(app, { email: user.email, password: newPassword })
    expect(await actionsOf(user)).toContain('account.password-changed')
  })

  it('leaves no session alive that was begun with the old one', async () => {
    const user = await buildUser(app)
    const [here, underWay] = [await logIn(app, user), await logIn(app, user)]
    const { rows } = await app.pool.query('select sid, sess, expire from sessions')
    await change(here, user).expect(200)
    // As if this login had been answered just after the change had ended the other sessions.
    for (const { sid, sess, expire } of rows) {
      const again =
        'insert into sessions (sid, sess, expire) values ($1, $2, $3) on conflict do nothing'
      await app.pool.query(again, [sid, sess, expire])
    }
    await underWay.get('/api/user').expect(401, pleaseLogIn)
    await logIn(app, { email: user.email, password: newPassword })
  })

  it('needs the present password, and records a wrong one', async () => {
    const user = await buildUser(app)
    const agent = await logIn(app, user)
    const notTheirs = invalid('currentPassword', 'That isn’t your current password.')
    await change(agent, user, { currentPassword: 'not this one' }).expect(400, notTheirs)
    expect(await actionsOf(user)).toEqual(['account.logged-in', 'account.login-failed'])
    await logIn(app, user)
  })

  it('makes a mailed link for a new password worthless', async () => {
    const user = await buildUser(app)
    const token = await buildResetLink(app, user)
    await change(await logIn(app, user), user).expect(200)
    const reset = { token, password: 'somebody else chose this' }
    await visit(app).post('/api/password-reset/confirm').send(reset).expect(400)
  })

  it('queues no mail that no one can send', async () => {
    const user = await buildUser(app)
    await change(await logIn(app, user), user).expect(200)
    expect((await app.pool.query('select 1 from mails')).rows).toEqual([])
  })

  it.each([
    ['short', 'Password must be at least 8 characters.'],
    ['password123', 'This password is too common. Please choose another.'],
    ['Summer2025!', 'This password is too common. Please choose another.'],
  ])('refuses %s', async (chosen, message) => {
    const user = await buildUser(app)
    const refused = invalid('newPassword', message)
    await change(await logIn(app, user), user, { newPassword: chosen }).expect(400, refused)
  })

  it('asks 15 characters of the administrator', async () => {
    const agent = await logIn(app, admin)
    const { body } = await change(agent, admin, { newPassword: 'mossy tangent' }).expect(400)
    expect(body.errors.newPassword).toMatch(/at least 15 characters/)
  })
})

describe('the sessions of an account', () => {
  it('are listed without what would open them', async () => {
    const user = await buildUser(app)
    const phone = visit(app).set('User-Agent', 'Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile')
    await phone.post('/api/login').send(user).expect(200)
    const here = await logIn(app, user)
    const { body } = await here.get('/api/sessions').expect(200)
    const listed = listedSession.array().parse(body)
    expect(listed.map(({ browser, isCurrent }) => [browser, isCurrent])).toEqual([
      ['Unknown device', true],
      ['Chrome on Android', false],
    ])
    for (const { startedAt, lastUsedAt } of listed) {
      expect(Math.abs(Date.parse(startedAt) - Date.now())).toBeLessThan(60_000)
      expect(Math.abs(Date.parse(lastUsedAt) - Date.now())).toBeLessThan(60_000)
    }
    const { rows } = await app.pool.query('select sid from sessions')
    for (const { sid } of rows) expect(JSON.stringify(body)).not.toContain(sid)
  })

  it('are ended one by one, or all others at the same time', async () => {
    const user = await buildUser(app)
    const [here, first, second] = [
      await logIn(app, user),
      await logIn(app, user),
      await logIn(app, user),
    ]
    const { body } = await first.get('/api/sessions').expect(200)
    const { ref } =
      listedSession
        .array()
        .parse(body)
        .find(({ isCurrent }) => isCurrent) ?? {}
    await prove(here, user)
    await here.delete(`/api/sessions/${ref}`).expect(200)
    await here.delete(`/api/sessions/${ref}`).expect(404)
    await first.get('/api/user').expect(401)
    await second.get('/api/user').expect(200)
    await here.delete('/api/sessions').expect(200)
    await second.get('/api/user').expect(401)
    await here.get('/api/user').expect(200)
  })

  it('end only for who has just given the password again', async () => {
    const user = await buildUser(app)
    const [here, elsewhere] = [await logIn(app, user), await logIn(app, user)]
    const { body } = await elsewhere.get('/api/sessions').expect(200)
    const passwordNeeded = {
      message: 'Confirm it’s you first, with your password.',
      code: 'reauthentication-required',
    }
    for (const path of ['/api/sessions', `/api/sessions/${body[1].ref}`]) {
      await here.delete(path).expect(403, passwordNeeded)
    }
    await here.post('/api/reauthenticate').send({ password: 'a guess' }).expect(400)
    await here.delete('/api/sessions').expect(403, passwordNeeded)
    await elsewhere.get('/api/user').expect(200)
    await prove(here, user)
    expect(await actionsOf(user)).toContain('account.reauthenticated')
    await here.delete('/api/sessions').expect(200)
    await elsewhere.get('/api/user').expect(401)
  })

  it('of someone else stay as they are', async () => {
    const [user, other] = [await buildUser(app), await buildUser(app)]
    const theirs = await logIn(app, other)
    const { body } = await theirs.get('/api/sessions').expect(200)
    const mine = await logIn(app, user)
    await prove(mine, user)
    await mine.delete(`/api/sessions/${body[0].ref}`).expect(404)
    await mine.delete('/api/sessions').expect(200)
    await theirs.get('/api/user').expect(200)
  })

  it('are ended by the administrator, but for the administrator’s own', async () => {
    const user = await buildUser(app)
    const session = await logIn(app, user)
    const agent = await logIn(app, admin)
    await agent.delete(`/api/admin/users/${user.id}/sessions`).expect(200)
    await session.get('/api/user').expect(401)
    expect(await actionsOf(user)).toContain('account.sessions-ended')
    await agent.delete(`/api/admin/users/${admin.id}/sessions`).expect(403)
    await agent.get('/api/user').expect(200)
  })
})
