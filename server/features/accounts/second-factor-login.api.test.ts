import { describe, expect, it } from 'vitest'
import { ascending, invalid } from '@tests/support/portal/answers'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import {
  computeCode,
  turnOnSecondFactor,
  waitForNextCode,
} from '@tests/support/portal/second-factor'
import { startAppBeside } from '@tests/support/portal/shared-app'
import { startStillPortal } from '@tests/support/portal/still-portal'

// Notices are queued only where they could be sent; nothing sends them here.
const portal = await startStillPortal({ SMTP_URL: 'smtp://127.0.0.1:2' })

const codeNeeded = {
  message: 'Enter the code from your authenticator app.',
  code: 'second_factor_required',
}
const wrongLogin = {
  message: 'Invalid email or password. Please try again.',
  code: 'unauthorized',
}

const turnOn = () => turnOnSecondFactor(portal.here, portal.admin.password)
const login = (more: object = {}, agent = visit(portal.app)) =>
  agent
    .post('/api/login')
    .send({ email: portal.admin.email, password: portal.admin.password, ...more })

/** Two logins with one code that meet at this lock. */
async function logInTwice(code: string, statement: string) {
  const answers = await meetAtLock(portal.app, { statement, id: portal.admin.id }, () =>
    Promise.all([login({ code }), login({ code })]),
  )
  return ascending(answers.map(({ status }) => status))
}

describe('logging in with a second factor', () => {
  it('asks for the code once the password is right, and only then', async () => {
    const { secret } = await turnOn()
    await login().expect(401, codeNeeded)
    await login({ code: '' }).expect(401, codeNeeded)
    waitForNextCode()
    const code = computeCode(secret)
    await login({ password: 'a guess', code }).expect(401, wrongLogin)
    const agent = visit(portal.app)
    await login({ code: `${code.slice(0, 3)} ${code.slice(3)}` }, agent).expect(200)
    await agent.get('/api/admin/users').expect(200)
  })

  it('takes each code once, and none from before it', async () => {
    const { secret, confirmedWith } = await turnOn()
    await login({ code: confirmedWith }).expect(401, codeNeeded)
    waitForNextCode()
    const lock = 'select 1 from second_factors where id = $1 for update'
    expect(await logInTwice(computeCode(secret), lock)).toEqual([200, 401])
    await login({ code: computeCode(secret, -1) }).expect(401, codeNeeded)
  })

  it('takes a code in its own 30 seconds and the 30 on either side, and in no others', async () => {
    const { secret } = await turnOn()
    waitForNextCode()
    for (const steps of [-2, 2]) {
      await login({ code: computeCode(secret, steps) }).expect(401, codeNeeded)
    }
    await login({ code: computeCode(secret) }).expect(200)
    waitForNextCode(2)
    for (const steps of [-1, 0, 1]) {
      await login({ code: computeCode(secret, steps) }).expect(200)
    }
    await login({ code: computeCode(secret) }).expect(401, codeNeeded)
  })

  it('takes each recovery code once, however it is typed, and leaves a trace', async () => {
    const { codes } = await turnOn()
    const [first = '', second = ''] = codes
    await login({ code: ` ${first.toUpperCase().replaceAll('-', ' ')} ` }).expect(200)
    await login({ code: first }).expect(401, codeNeeded)
    const lock = 'select 1 from recovery_codes where user_id = $1 for update'
    expect(await logInTwice(second, lock)).toEqual([200, 401])
    const { rows } = await portal.app.pool.query(
      `select count(*)::int as used, (select count(*)::int from recovery_codes where user_id = $1) as left
        from audit_events where action = 'account.recovery-code-used' and object = 'user:' || $1`,
      [portal.admin.id],
    )
    expect(rows).toEqual([{ used: 2, left: 8 }])
  })

  it('says what to do when no key opens its seed; recovery codes still fit', async () => {
    const { secret, codes } = await turnOn()
    const other = await startAppBeside(portal.app, {
      DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    const { body } = await login({ code: computeCode(secret) }, visit(other)).expect(503)
    expect(body.message).toMatch(/Use a recovery code/)
    await login({ code: codes[0] }, visit(other)).expect(200)
  })
})

/** A partner with two-step login, and where they are logged in. */
async function buildCareful(where = portal.app) {
  const user = await buildUser(where)
  const agent = await logIn(where, user)
  const { codes } = await turnOnSecondFactor(agent, user.password)
  const proofs = codes.map((code) => ({ currentPassword: user.password, code }))
  const logInAgain = (code?: string) => login({ ...user, code })
  return { user, agent, codes, proofs, logInAgain }
}

const removeOf = (id: number, currentPassword = portal.admin.password) =>
  portal.here.post(`/api/admin/users/${id}/second-factor/remove`).send({ currentPassword })

describe('two-step login of a partner', () => {
  it('works by the calls without /admin, and by those alone', async () => {
    const { agent, user, codes, proofs, logInAgain } = await buildCareful()
    await logInAgain().expect(401)
    await logInAgain(codes[0]).expect(200)
    await agent.get('/api/admin/second-factor').expect(403)
    await agent
      .get('/api/second-factor')
      .expect(200, { isOn: true, isRequired: false, recoveryCodesLeft: 9 })
    const { body } = await agent
      .post('/api/second-factor/recovery-codes')
      .send(proofs[1])
      .expect(200)
    const [code] = body.recoveryCodes
    const proof = { currentPassword: user.password, code }
    await agent.post('/api/second-factor/remove').send(proof).expect(200)
    await logInAgain().expect(200)
  })

  it('may be turned off where the administrator’s may not', async () => {
    const strict = await startAppBeside(portal.app, { ADMIN_SECOND_FACTOR: 'required' })
    const { agent, proofs } = await buildCareful(strict)
    const { body } = await agent.get('/api/second-factor').expect(200)
    expect(body).toMatchObject({ isOn: true, isRequired: false })
    await agent.post('/api/second-factor/remove').send(proofs[0]).expect(200)
  })

  it('is seen by the administrator', async () => {
    const { user } = await buildCareful()
    const listed = async () =>
      (await portal.here.get(`/api/admin/users?search=${user.email}`).expect(200)).body
    expect(await listed()).toMatchObject([{ id: user.id, hasSecondFactor: true }])
    await removeOf(user.id).expect(200)
    expect((await listed())[0]).not.toHaveProperty('hasSecondFactor')
  })
})

describe('a lost second factor', () => {
  it('is turned off by the administrator, with the password, and its owner is told', async () => {
    const { user, agent, logInAgain } = await buildCareful()
    const wrong = invalid('currentPassword', 'That isn’t your current password.')
    await removeOf(user.id, 'not this one').expect(400, wrong)
    await logInAgain().expect(401)
    await removeOf(user.id).expect(200)
    await agent.get('/api/user').expect(401)
    await logInAgain().expect(200)
    const notices = 'select subject from mails where user_id = $1 order by id'
    expect((await portal.app.pool.query(notices, [user.id])).rows).toEqual([
      { subject: 'Two-step login was turned on' },
      { subject: 'Two-step login was turned off' },
    ])
    const { rows } = await portal.app.pool.query(
      `select actor_id from audit_events
       where object = $1 and action = 'account.second-factor-off'`,
      [`user:${user.id}`],
    )
    expect(rows).toEqual([{ actor_id: portal.admin.id }])
  })

  it('changes nothing when it is off, and never the administrator’s own', async () => {
    const { id } = await buildUser(portal.app)
    await removeOf(id).expect(409)
    await removeOf(2_000_000_000).expect(404)
    await removeOf(portal.admin.id).expect(403)
  })
})
