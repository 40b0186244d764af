import { describe, expect, it } from 'vitest'
import { invalid } from '@tests/support/portal/answers'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildAdmin, buildUser } from '@tests/support/portal/factories'
import { turnOnSecondFactor } from '@tests/support/portal/second-factor'
import { startSharedApp } from '@tests/support/portal/shared-app'

// Notices are queued only where they could be sent; nothing sends them here.
const env = { SMTP_URL: 'smtp://127.0.0.1:2', ADMIN_SECOND_FACTOR: 'optional' }
const app = await startSharedApp({ env })
const account = await buildAdmin(app)
const admin = await logIn(app, account)
const proof = { currentPassword: account.password }

/** A partner with two-step login, and where they are logged in. */
async function buildCareful() {
  const user = await buildUser(app)
  const agent = await logIn(app, user)
  const { codes } = await turnOnSecondFactor(agent, user.password)
  return { user, agent, codes }
}

const removeOf = (id: number, body: object = proof) =>
  admin.post(`/api/admin/users/${id}/second-factor/remove`).send(body)
const logInWith = (user: { email: string; password: string }, code?: string) =>
  visit(app).post('/api/login').send({ email: user.email, password: user.password, code })
const noticesOf = async (id: number) =>
  (await app.pool.query('select subject from mails where user_id = $1 order by id', [id])).rows.map(
    ({ subject }) => subject,
  )

describe('two-step login of a partner', () => {
  it('works by the calls without /admin, and by those alone', async () => {
    const { user, agent, codes } = await buildCareful()
    await logInWith(user).expect(401)
    await logInWith(user, codes[0]).expect(200)
    await agent.get('/api/admin/second-factor').expect(403)
    await agent
      .get('/api/second-factor')
      .expect(200, { isOn: true, isRequired: false, recoveryCodesLeft: 9 })
    const renewed = await agent
      .post('/api/second-factor/recovery-codes')
      .send({ currentPassword: user.password, code: codes[1] })
      .expect(200)
    await agent
      .post('/api/second-factor/remove')
      .send({ currentPassword: user.password, code: renewed.body.recoveryCodes[0] })
      .expect(200)
    await logInWith(user).expect(200)
  })

  it('may be turned off where the administrator’s may not', async () => {
    const strict = await startSharedApp({ env: { ADMIN_SECOND_FACTOR: 'required' } })
    const user = await buildUser(strict)
    const agent = await logIn(strict, user)
    const { codes } = await turnOnSecondFactor(agent, user.password)
    const { body } = await agent.get('/api/second-factor').expect(200)
    expect(body).toMatchObject({ isOn: true, isRequired: false })
    await agent
      .post('/api/second-factor/remove')
      .send({ currentPassword: user.password, code: codes[0] })
      .expect(200)
  })

  it('is seen by the administrator', async () => {
    const { user } = await buildCareful()
    const listed = async () =>
      (await admin.get(`/api/admin/users?search=${user.email}`).expect(200)).body
    expect(await listed()).toMatchObject([{ id: user.id, hasSecondFactor: true }])
    await removeOf(user.id).expect(200)
    expect((await listed())[0]).not.toHaveProperty('hasSecondFactor')
  })
})

describe('a lost second factor', () => {
  it('is turned off by the administrator, with the password, and its owner is told', async () => {
    const { user, agent } = await buildCareful()
    const wrong = invalid('currentPassword', 'That isn’t your current password.')
    await removeOf(user.id, { currentPassword: 'not this one' }).expect(400, wrong)
    await logInWith(user).expect(401)
    await removeOf(user.id).expect(200)
    await agent.get('/api/user').expect(401)
    await logInWith(user).expect(200)
    expect(await noticesOf(user.id)).toEqual([
      'Two-step login was turned on',
      'Two-step login was turned off',
    ])
    const { rows } = await app.pool.query(
      `select actor_id from audit_events
       where object = $1 and action = 'account.second-factor-off'`,
      [`user:${user.id}`],
    )
    expect(rows).toEqual([{ actor_id: account.id }])
  })

  it('is nothing where there is none, and never the administrator’s own', async () => {
    const { id } = await buildUser(app)
    await removeOf(id).expect(409)
    await removeOf(2_000_000_000).expect(404)
    await removeOf(account.id).expect(403)
  })
})
