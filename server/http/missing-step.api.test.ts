import supertest from 'supertest'
import { beforeAll, describe, expect, it } from 'vitest'
import { fillPath, adminCalls, ownCalls, publicCalls } from '@tests/support/portal/api-calls'
import type { ApiCall } from '@tests/support/portal/feature-calls'
import { logIn, sessionCookie, type Agent } from '@tests/support/portal/agents'
import { buildAdmin, buildUser } from '@tests/support/portal/factories'
import { turnOnSecondFactor } from '@tests/support/portal/second-factor'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { samples } from '@tests/support/samples/samples'
import { createApp } from '../app'

const app = await startSharedApp({ env: { ADMIN_SECOND_FACTOR: 'required' } })
const boss = await buildAdmin(app)

const stepMessages = {
  'password-change-required':
    'Choose a new password first. You logged in with a one-time password.',
  'second-factor-setup-required': 'Set up two-step login first. This portal requires it.',
}

const setUpPath = '/api/admin/second-factor'
const report = samples.pdf()
const name = (call: ApiCall) => `${call.method} ${call.path}`
const send = (agent: Agent, call: ApiCall) => {
  const request = agent[call.method](fillPath(call, '2'))
  if (call.isUpload) return request.attach('file', report.bytes, report.name)
  return call.method === 'get' ? request : request.send(call.body)
}
const always = ['get /api/user', 'get /api/admin/status']
const later = (['get', 'post'] as const).map((method) => ({
  method,
  path: '/api/admin/what-is-added-later',
  body: {},
  isUpload: false,
}))

describe.each([
  ['password-change-required', '2100-01-01', ['post /api/password']],
  [
    'second-factor-setup-required',
    null,
    [...ownCalls, ...adminCalls]
      .map(name)
      .filter((call) => / \/api\/((admin\/)?second-f|reauth)/.test(call)),
  ],
] as const)('an administrator whose missing step is %s', (step, oneTimeUntil, ofTheStep) => {
  let admin: Agent

  beforeAll(async () => {
    await app.pool.query('update users set one_time_password_until = $1', [oneTimeUntil])
    admin = await logIn(app, boss)
  })

  it('blocks every other call that needs a session', async () => {
    const open: string[] = []
    for (const call of [...ownCalls, ...adminCalls, ...later]) {
      const { status, body } = await send(admin, call)
      if (body.code !== step) open.push(name(call))
      else expect([status, body]).toEqual([403, { message: stepMessages[step], code: step }])
    }
    expect(open.toSorted()).toEqual([...always, ...ofTheStep].toSorted())
  })

  it('is told so with who they are', async () => {
    const { body } = await admin.get('/api/user').expect(200)
    expect(body).toMatchObject({ isAdmin: 1, missingStep: step })
    await admin.get('/api/admin/status').expect(200, { isAdmin: true })
  })

  it('can do what anyone can, and log out', async () => {
    for (const call of publicCalls.filter(({ path }) => path !== '/api/logout')) {
      const { body } = await send(admin, call)
      expect(body.code).not.toBe(step)
    }
    await admin.post('/api/logout').expect(200)
    await admin.get('/api/user').expect(401)
  })
})

describe('two-step login', () => {
  it('is asked of no partner', async () => {
    const partner = await logIn(app, await buildUser(app))
    await partner.get('/api/files').expect(200)
    expect((await partner.get('/api/user').expect(200)).body).not.toHaveProperty('missingStep')
  })

  it('is not required where it is optional', async () => {
    const env = { ...app.env, secondFactorIsRequired: false }
    const portal = supertest(createApp({ ...app, env }))
    const Cookie = await sessionCookie(app, boss)
    await portal.get('/api/admin/users').set({ Cookie }).expect(200)
    const isOff = { isOn: false, isRequired: false, recoveryCodesLeft: 0 }
    await portal.get(setUpPath).set({ Cookie }).expect(200, isOff)
  })

  it('is set up after the login where it is required, then everything is open; it cannot be turned off', async () => {
    const agent = await logIn(app, boss)
    await agent.get('/api/admin/users').expect(403)
    await agent.get(setUpPath).expect(200, { isOn: false, isRequired: true, recoveryCodesLeft: 0 })
    const { codes } = await turnOnSecondFactor(agent, boss.password)
    await agent.get('/api/admin/users').expect(200)
    expect((await agent.get('/api/user').expect(200)).body).not.toHaveProperty('missingStep')

    const credentials = { currentPassword: boss.password, code: codes[0] }
    const { body } = await agent.post(`${setUpPath}/remove`).send(credentials).expect(403)
    expect(body.message).toBe('This portal requires two-step login. It cannot be turned off.')
    await agent.get(setUpPath).expect(200, { isOn: true, isRequired: true, recoveryCodesLeft: 10 })
  })
})
