import { describe, expect, it } from 'vitest'
import { reauthenticationRequired } from '@shared/error-codes'
import {
  fillPath,
  adminCalls,
  allCalls,
  ownCalls,
  publicCalls,
} from '@tests/support/portal/api-calls'
import type { ApiCall } from '@tests/support/portal/feature-calls'
import {
  impossibleIds,
  fromElsewhere,
  notFound,
  onlyAdmin,
  pleaseLogIn,
} from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import {
  keepConnections,
  logIn,
  logInConfirmedAdmin,
  visit,
  type Agent,
} from '@tests/support/portal/agents'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { mountedCalls } from '@tests/support/portal/mounted-calls'
import { samples } from '@tests/support/samples/samples'
import { createApp } from '../app'

/** What no router knows yet is kept behind the same guard. */
const laterCalls = (['get', 'post'] as const).map((method) => ({
  method,
  path: '/api/admin/what-is-added-later',
  body: {},
  isUpload: false,
}))
const report = samples.pdf()
const name = (call: ApiCall) => `${call.method} ${call.path}`
const byName = (calls: ApiCall[]) => calls.map((call) => [name(call), call] as const)

const app = await startSharedApp()
const { admin: confirmed, boss } = await logInConfirmedAdmin(app)
const admin = keepConnections(confirmed)
const owner = await buildUser(app)
const partner = keepConnections(await logIn(app, owner))
const stranger = keepConnections(visit(app))
await buildFile(app, { owner })
await buildCredential(app, { owner })
const former = await buildUser(app)
const deleted = keepConnections(await logIn(app, former))
await admin.delete(`/api/admin/users/${former.id}`).expect(200)

const everything = async () => {
  const { rows } = await app.pool.query(
    `select (select json_agg(users) from users) as users, (select json_agg(files) from files) as files,
      (select json_agg(c) from monitoring_credentials c) as credentials`,
  )
  return rows[0]
}

const send = (agent: Agent, call: ApiCall, part: string) => {
  const request = agent[call.method](fillPath(call, part))
  if (call.isUpload) return request.attach('file', report.bytes, report.name)
  return call.method === 'get' ? request : request.send(call.body)
}

it('is asked here about every call that there is', () => {
  const known = allCalls.map(name)
  const mounted = mountedCalls(createApp(app)).map((call) => call.name)
  expect(mounted.toSorted(), 'tests/support/portal/api-calls.ts has them').toEqual(known.toSorted())
})

describe.each(byName([...adminCalls, ...laterCalls]))('%s', (_name, call) => {
  it('is the administrator’s alone', async () => {
    const before = await everything()
    await send(stranger, call, '2').expect(401, pleaseLogIn)
    await send(deleted, call, '2').expect(401, pleaseLogIn)
    await send(partner, call, '2').expect(403, onlyAdmin)
    expect(await everything()).toEqual(before)
  })

  it('does not tell a stranger whether it got the request right', async () => {
    const wrong = { ...call, body: { status: 7 } }
    await send(stranger, wrong, '2').expect(401, pleaseLogIn)
    await send(partner, wrong, 'abc').expect(403, onlyAdmin)
  })
})

const callsWithId = [...ownCalls, ...adminCalls].filter(({ path }) => path.includes(':id'))

describe.each(byName(callsWithId))('%s', (_name, call) => {
  it('answers 404 for an id that no record has', async () => {
    for (const id of [...impossibleIds, '2147483647']) {
      const { status, body } = await send(admin, call, id)
      expect([id, status, body]).toEqual([id, 404, notFound])
    }
  })

  it('answers 400 for an id that is no text', async () => {
    const { status, body } = await send(admin, call, '%ff')
    expect([status, body.code]).toEqual([400, 'bad_request'])
  })
})

describe.each(byName(ownCalls))('%s', (_name, call) => {
  it('needs a session of someone who still exists', async () => {
    await send(stranger, call, '2').expect(401, pleaseLogIn)
    await send(deleted, call, '2').expect(401, pleaseLogIn)
  })
})

it('asks for the password again before what moves money, ends sessions, or rules the rewards', async () => {
  const asked: string[] = []
  let session = keepConnections(await logIn(app, boss))
  for (const call of [...ownCalls, ...adminCalls]) {
    let answer = await send(session, call, '2')
    // Some calls end it.
    if (answer.status === 401) {
      session = keepConnections(await logIn(app, boss))
      answer = await send(session, call, '2')
    }
    if (answer.body?.code === reauthenticationRequired) asked.push(name(call))
  }
  expect(asked.toSorted()).toEqual([
    'delete /api/sessions',
    'delete /api/sessions/:ref',
    'get /api/admin/payout-runs/:id/files/:method',
    'patch /api/admin/payouts/:id',
    'post /api/admin/ledger-adjustments',
    'post /api/admin/payout-runs/:id/approve',
    'post /api/admin/payout-runs/:id/files/:method/paid',
    'post /api/admin/payouts/:id/correct',
    'post /api/admin/reward-policies',
    'put /api/admin/payout-settings',
  ])
})

describe.each(byName(publicCalls))('%s', (_name, call) => {
  it('asks no one to log in', async () => {
    const { body } = await send(visit(app), call, '2')
    expect([pleaseLogIn, onlyAdmin]).not.toContainEqual(body)
  })
})

describe('a request that another site makes a browser send', () => {
  // What the provider of texts sends is signed, and says nothing of where it comes from.
  const changes = [...allCalls, ...laterCalls].filter(
    ({ method, path }) => method !== 'get' && !path.startsWith('/sms/'),
  )

  it.each(byName(changes))('%s is refused', async (_name, call) => {
    const path = fillPath(call, '2')
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
      await admin[call.method](path).set(headers).expect(403, fromElsewhere)
    const { status } = await stranger[call.method](path).set('Sec-Fetch-Site', 'same-origin')
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
    await stranger.post('/api/logout').unset('Origin').expect(200)
    await stranger.post('/api/logout').set('Sec-Fetch-Site', 'none').expect(200)
  })
})
