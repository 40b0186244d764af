import { describe, expect, it } from 'vitest'
import { listedSession, recoveryCodes, secondFactorSetup } from '@shared/accounts'
import { ascending, invalid } from '@tests/support/portal/answers'
import { getSessionId, logIn, visit, type Agent } from '@tests/support/portal/agents'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import {
  computeCode,
  turnOnSecondFactor,
  waitForNextCode,
} from '@tests/support/portal/second-factor'
import { startStillPortal, startAppBeside } from '@tests/support/portal/shared-app'
import { buildUser } from '@tests/support/portal/factories'

// Notices are queued only where they could be sent; nothing sends them here.
const portal = await startStillPortal({ SMTP_URL: 'smtp://127.0.0.1:2' })

const path = '/api/admin/second-factor'

const off = { isOn: false, isRequired: false, recoveryCodesLeft: 0 }

const credentials = (code?: string) => ({ currentPassword: portal.admin.password, code })

const begin = () => portal.here.post(path).send(credentials())

const beginWithSecret = async () => secondFactorSetup.parse((await begin().expect(201)).body).secret

const confirm = (code: string) => portal.here.post(`${path}/confirm`).send({ code })

const renew = (code?: string) => portal.here.post(`${path}/recovery-codes`).send(credentials(code))

const turnOn = () => turnOnSecondFactor(portal.here, portal.admin.password)

const login = (code?: string, agent = visit(portal.app)) =>
  agent
    .post('/api/login')
    .send({ email: portal.admin.email, password: portal.admin.password, code })

const query = async (sql: string, value: unknown) =>
  (await portal.app.pool.query({ text: sql, rowMode: 'array', values: [value] })).rows.flat()

const events = () =>
  query(
    "select action from audit_events where object = $1 and action ~ 'factor|recovery' order by id",
    `user:${portal.admin.id}`,
  )

const notices = () =>
  query(
    "select subject from mails where user_id = $1 and kind = 'notice' order by id",
    portal.admin.id,
  )

const storedCodes = () =>
  query('select code_hash from recovery_codes where user_id = $1', portal.admin.id)

async function currentSession(agent: Agent) {
  const { body } = await agent.get('/api/sessions').expect(200)
  const listed = listedSession.array().parse(body)
  const current = listed.find(({ isCurrent }) => isCurrent)
  return { ref: current?.ref, startedAt: current?.startedAt, count: listed.length }
}

describe('setting up a second factor', () => {
  it('gives what an app needs, and protects nothing until the app has shown a code', async () => {
    const { body } = await begin().expect(201)
    const { secret, address } = secondFactorSetup.parse(body)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(address).toMatch(/^otpauth:\/\/totp\/Credit%20Partner%20Portal:admin%40example\.com\?/)
    expect(new URL(address).searchParams.get('secret')).toBe(secret)
    await portal.here.get(path).expect(200, off)
    await login().expect(200)
    expect(await events()).toEqual([])
  })

  it('asks for a code from then on, ends the other sessions, and says so', async () => {
    const elsewhere = await logIn(portal.app, portal.admin)
    const { codes } = await turnOn()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
    await portal.here
      .get(path)
      .expect(200, { isOn: true, isRequired: false, recoveryCodesLeft: 10 })
    await elsewhere.get('/api/user').expect(401)
    expect(await events()).toEqual(['account.second-factor-on'])
    expect(await notices()).toEqual(['Two-step login was turned on'])
  })

  it('needs the password, and the code that the app shows', async () => {
    const wrongPassword = invalid('currentPassword', 'That isn’t your current password.')
    await portal.here.post(path).send({ currentPassword: 'a guess' }).expect(400, wrongPassword)
    await confirm('123456').expect(409)
    const secret = await beginWithSecret()
    const wrongCode = invalid(
      'code',
      'That code doesn’t match. Enter the newest code from your app.',
    )
    for (const code of ['123', 'not a code', computeCode(secret, -60), computeCode(secret, 60)]) {
      await confirm(code).expect(400, wrongCode)
    }
    await confirm(' ').expect(400, invalid('code', 'Enter the code from your authenticator app.'))
    await login().expect(200)
  })

  it('starts again with another secret as long as it is off, never while it is on', async () => {
    const first = await beginWithSecret()
    const second = await beginWithSecret()
    expect(second).not.toBe(first)
    await confirm(computeCode(first)).expect(400)
    await confirm(computeCode(second)).expect(200)
    waitForNextCode()
    await portal.here
      .post(path)
      .send(credentials(computeCode(second)))
      .expect(409)
    waitForNextCode()
    await confirm(computeCode(second)).expect(409)
    await login(computeCode(second)).expect(200)
  })

  it('gives the session another id at each step, and leaves it the same one', async () => {
    const ids = [getSessionId(portal.here)]
    const session = await currentSession(portal.here)
    const secret = await beginWithSecret()
    ids.push(getSessionId(portal.here))
    await confirm(computeCode(secret)).expect(200)
    ids.push(getSessionId(portal.here))
    expect(new Set(ids).size).toBe(3)
    expect(await currentSession(portal.here)).toEqual(session)
    expect(session.count).toBe(1)
  })

  it('by two at the same time ends with the recovery codes of one', async () => {
    const code = computeCode(await beginWithSecret())
    const lock = {
      statement: 'select 1 from second_factors where id = $1 for update',
      id: portal.admin.id,
    }
    const answers = await meetAtLock(portal.app, lock, () =>
      Promise.all([confirm(code), confirm(code)]),
    )
    expect(ascending(answers.map(({ status }) => status))).toEqual([200, 409])
    expect(await storedCodes()).toHaveLength(10)
  })

  it('stores neither the secret nor a recovery code in clear', async () => {
    const { secret, codes } = await turnOn()
    const { rows } = await portal.app.pool.query(
      `select json_build_object('factors', (select json_agg(s) from second_factors s),
        'codes', (select json_agg(r) from recovery_codes r),
        'events', (select json_agg(a) from audit_events a)) as everything`,
    )
    const stored = JSON.stringify(rows) + portal.app.logs()
    for (const word of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
      expect(stored).not.toContain(word)
    }
  })
})

describe('turning the second factor off', () => {
  it('leaves the password alone to log in with, and is told by mail', async () => {
    const { secret } = await turnOn()
    waitForNextCode()
    const whole = credentials(computeCode(secret))
    await portal.here.post(`${path}/remove`).send(whole).expect(200)
    await login().expect(200)
    await portal.here.get(path).expect(200, off)
    expect(await events()).toEqual(['account.second-factor-on', 'account.second-factor-off'])
    expect(await notices()).toEqual([
      'Two-step login was turned on',
      'Two-step login was turned off',
    ])
  })
})

describe('new recovery codes', () => {
  it('replace the old ones, end the other sessions, and are told by mail', async () => {
    const { codes } = await turnOn()
    const [first = '', second = '', third = ''] = codes
    const elsewhere = visit(portal.app)
    await login(first, elsewhere).expect(200)
    const { body } = await renew(second).expect(200)
    const renewed = recoveryCodes.parse(body).recoveryCodes
    expect(new Set([...codes, ...renewed]).size).toBe(20)
    await elsewhere.get('/api/user').expect(401)
    await login(third).expect(401)
    await login(renewed[0]).expect(200)
    await portal.here.get(path).expect(200, { isOn: true, isRequired: false, recoveryCodesLeft: 9 })
    expect(await notices()).toEqual(['Two-step login was turned on', 'You have new recovery codes'])
    expect(await events()).toContain('account.recovery-codes-replaced')
  })

  it('are for a second factor that is on', async () => {
    await renew().expect(409)
    expect(await storedCodes()).toEqual([])
  })
})

const codeNeeded = {
  message: 'Enter the code from your authenticator app.',
  code: 'second_factor_required',
}

const wrongLogin = {
  message: 'Invalid email or password. Please try again.',
  code: 'unauthorized',
}

const logInWith = (more: object = {}, agent = visit(portal.app)) =>
  agent
    .post('/api/login')
    .send({ email: portal.admin.email, password: portal.admin.password, ...more })

/** Two logins with one code that meet at this lock. */
async function logInTwice(code: string, statement: string) {
  const answers = await meetAtLock(portal.app, { statement, id: portal.admin.id }, () =>
    Promise.all([logInWith({ code }), logInWith({ code })]),
  )
  return ascending(answers.map(({ status }) => status))
}

describe('logging in with a second factor', () => {
  it('asks for the code once the password is right, and only then', async () => {
    const { secret } = await turnOn()
    await logInWith().expect(401, codeNeeded)
    await logInWith({ code: '' }).expect(401, codeNeeded)
    waitForNextCode()
    const code = computeCode(secret)
    await logInWith({ password: 'a guess', code }).expect(401, wrongLogin)
    const agent = visit(portal.app)
    await logInWith({ code: `${code.slice(0, 3)} ${code.slice(3)}` }, agent).expect(200)
    await agent.get('/api/admin/users').expect(200)
  })

  it('takes each code once, and none from before it', async () => {
    const { secret, confirmedWith } = await turnOn()
    await logInWith({ code: confirmedWith }).expect(401, codeNeeded)
    waitForNextCode()
    const lock = 'select 1 from second_factors where id = $1 for update'
    expect(await logInTwice(computeCode(secret), lock)).toEqual([200, 401])
    await logInWith({ code: computeCode(secret, -1) }).expect(401, codeNeeded)
  })

  it('takes a code in its own 30 seconds and the 30 on either side, and in no others', async () => {
    const { secret } = await turnOn()
    waitForNextCode()
    for (const steps of [-2, 2]) {
      await logInWith({ code: computeCode(secret, steps) }).expect(401, codeNeeded)
    }
    await logInWith({ code: computeCode(secret) }).expect(200)
    waitForNextCode(2)
    for (const steps of [-1, 0, 1]) {
      await logInWith({ code: computeCode(secret, steps) }).expect(200)
    }
    await logInWith({ code: computeCode(secret) }).expect(401, codeNeeded)
  })

  it('takes each recovery code once, however it is typed, and leaves a trace', async () => {
    const { codes } = await turnOn()
    const [first = '', second = ''] = codes
    await logInWith({ code: ` ${first.toUpperCase().replaceAll('-', ' ')} ` }).expect(200)
    await logInWith({ code: first }).expect(401, codeNeeded)
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
    const { body } = await logInWith({ code: computeCode(secret) }, visit(other)).expect(503)
    expect(body.message).toMatch(/Use a recovery code/)
    await logInWith({ code: codes[0] }, visit(other)).expect(200)
  })
})

/** A partner with two-step login, and where they are logged in. */
async function buildCareful(where = portal.app) {
  const user = await buildUser(where)
  const agent = await logIn(where, user)
  const { codes } = await turnOnSecondFactor(agent, user.password)
  const proofs = codes.map((code) => ({ currentPassword: user.password, code }))
  const logInAgain = (code?: string) => logInWith({ ...user, code })
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
    const told = 'select subject from mails where user_id = $1 order by id'
    expect((await portal.app.pool.query(told, [user.id])).rows).toEqual([
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
