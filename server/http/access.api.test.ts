import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromElsewhere, onlyAdmin, pleaseLogIn } from '../../tests/support/answers'
import { startTestApp, type TestApp } from '../../tests/support/app'
import {
  buildAdmin,
  buildCredential,
  buildFile,
  buildUser,
  logIn,
  visit,
  type Agent,
} from '../../tests/support/factories'

let app: TestApp
let admin: Agent
let partner: Agent
let deleted: Agent

const calls = [
  ['get', '/api/admin/users'],
  ['patch', '/api/admin/users/{id}/status'],
  ['delete', '/api/admin/users/{id}'],
  ['get', '/api/admin/files'],
  ['patch', '/api/admin/files/{id}/status'],
  ['delete', '/api/admin/files/{id}'],
  ['post', '/api/admin/files/{id}/restore'],
  ['post', '/api/admin/generate-file-token'],
  ['get', '/api/admin/credentials'],
  ['patch', '/api/admin/credentials/{id}/status'],
  ['delete', '/api/admin/credentials/{id}'],
] as const
const callsWithId = calls.filter(([, path]) => path.includes('{id}'))
const moreCalls = [
  ['get', '/api/admin/sms'],
  ['get', '/api/admin/settings/email'],
  ['post', '/api/admin/settings/email'],
  ['post', '/api/admin/settings/email/test-connection'],
  ['post', '/api/admin/settings/email/send-test'],
  ['get', '/api/admin/email-templates'],
  ['patch', '/api/admin/email-templates/welcome'],
  ['delete', '/api/admin/email-templates/welcome'],
  ['get', '/api/admin/emails'],
  ['post', '/api/admin/emails'],
  ['post', '/api/admin/emails/{id}/resend'],
  ['post', '/api/admin/emails/{id}/cancel'],
  ['get', '/api/admin/messages'],
  ['get', '/api/admin/messages/{id}'],
  ['patch', '/api/admin/messages/{id}/status'],
  ['post', '/api/admin/messages/{id}/reply'],
  ['get', '/api/admin/referrals'],
  ['get', '/api/admin/referrals/{id}'],
  ['patch', '/api/admin/referrals/{id}/status'],
  ['post', '/api/admin/referrals/{id}/reply'],
  ['get', '/api/admin/what-is-added-later'],
  ['post', '/api/admin/what-is-added-later'],
] as const
const own = [
  ['get', '/api/user'],
  ['get', '/api/admin/status'],
  ['get', '/api/files'],
  ['post', '/api/link-file/x'],
  ['post', '/api/reupload/1'],
  ['get', '/uploads/x/y.pdf'],
] as const

beforeAll(async () => {
  app = await startTestApp()
  admin = await logIn(app, await buildAdmin(app))
  const user = await buildUser(app)
  partner = await logIn(app, user)
  await buildFile(app, { owner: user })
  await buildCredential(app, { owner: user })
  const former = await buildUser(app)
  deleted = await logIn(app, former)
  await admin.delete(`/api/admin/users/${former.id}`).expect(200)
})
afterAll(() => app.close())

const everything = async () => {
  const { rows } = await app.pool.query(
    `select (select json_agg(users) from users) as users, (select json_agg(files) from files) as files,
      (select json_agg(c) from monitoring_credentials c) as credentials`,
  )
  return rows[0]
}

/** A body that would be right, so that only the right to send it is missing. */
const send = (agent: Agent, method: 'get' | 'patch' | 'delete' | 'post', path: string) =>
  method === 'patch' ? agent.patch(path).send({ status: 'approved' }) : agent[method](path)

describe.each([...calls, ...moreCalls])('%s %s', (method, template) => {
  const path = template.replace('{id}', '2')

  it('is the administrator’s alone', async () => {
    const before = await everything()
    await send(visit(app), method, path).expect(401, pleaseLogIn)
    await send(deleted, method, path).expect(401, pleaseLogIn)
    await send(partner, method, path).expect(403, onlyAdmin)
    expect(await everything()).toEqual(before)
  })

  it('does not tell a stranger whether it got the request right', async () => {
    await visit(app)[method](path).send({ status: 7 }).expect(401, pleaseLogIn)
    await partner[method](path.replace('2', 'abc')).expect(403, onlyAdmin)
  })
})

describe.each(callsWithId)('%s %s', (method, template) => {
  it.each([
    '0',
    '-1',
    '1.5',
    '1e3',
    'abc',
    '0x1',
    '2147483647',
    '2147483648',
    '99999999999999999999',
    '%00',
    '1;2',
    '1%20or%201=1',
    '%F0%9F%A6%86',
  ])('answers 404 for the id %s', async (id) => {
    const { status, body } = await send(admin, method, template.replace('{id}', id))
    expect([status, body]).toEqual([404, { message: 'Not found.', code: 'not_found' }])
  })

  it('answers 400 for an id that is no text', async () => {
    const { status, body } = await send(admin, method, template.replace('{id}', '%ff'))
    expect([status, body.code]).toEqual([400, 'bad_request'])
  })
})

describe.each(own)('%s %s', (method, path) => {
  it('needs a session of somebody who still exists', async () => {
    await visit(app)[method](path).expect(401, pleaseLogIn)
    await deleted[method](path).expect(401, pleaseLogIn)
  })
})

describe('a request that another site makes a browser send', () => {
  const changes = [
    ['post', '/api/register'],
    ['post', '/api/login'],
    ['post', '/api/logout'],
    ['post', '/api/upload'],
    ['post', '/api/credit-credentials'],
    ['post', '/api/link-file/x'],
    ['post', '/api/reupload/1'],
    ['post', '/api/messages'],
    ['post', '/api/referrals'],
    ['post', '/api/password-reset'],
    ['post', '/api/password-reset/confirm'],
    ...[...calls, ...moreCalls].filter(([method]) => method !== 'get'),
  ] as const

  it.each(changes)('%s %s is refused', async (method, path) => {
    const refusals = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `${app.origin}.evil.example` },
      { Origin: app.origin.replace('http:', 'https:') },
      { Origin: app.origin.replace(/\d+$/, '1') },
    ]
    for (const headers of refusals)
      await admin[method](path).set(headers).expect(403, fromElsewhere)
    const { status } = await visit(app)[method](path).set('Sec-Fetch-Site', 'same-origin')
    expect(status).not.toBe(403)
  })

  it('may read nothing new, but is answered where nothing changes', async () => {
    await admin.get('/api/user').set('Sec-Fetch-Site', 'cross-site').expect(200)
    const { headers } = await admin.get('/api/user').set('Origin', 'https://evil.example')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    const preflight = await visit(app)
      .options('/api/login')
      .set({ Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' })
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('is let through without either header, as programs that are no browsers send it', async () => {
    await visit(app).post('/api/logout').unset('Origin').expect(200)
    await visit(app).post('/api/logout').set('Sec-Fetch-Site', 'none').expect(200)
  })
})

describe('a method that a call does not have', () => {
  it('is a 404, and no header turns one method into another', async () => {
    const unknown = { message: 'There is no such call.', code: 'not_found' }
    await admin.get('/api/login').expect(404, unknown)
    await admin.put('/api/user').expect(404, unknown)
    await admin.post('/api/admin/users/2').expect(404, unknown)
    await admin.post('/api/admin/users').expect(404, unknown)
    const user = await buildUser(app)
    await admin
      .post(`/api/admin/users/${user.id}?_method=DELETE`)
      .set({ 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'DELETE' })
      .send({ _method: 'DELETE' })
      .expect(404, unknown)
    await logIn(app, user)
  })
})
