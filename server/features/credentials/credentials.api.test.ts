import { eq, inArray } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { logIn, visit, type Agent } from '@tests/support/portal/agents'
import { notFound } from '@tests/support/portal/answers'
import { eventsOf } from '@tests/support/portal/audit-events'
import { ctxIn, ctxOf } from '@tests/support/portal/ctx'
import { buildAdmin, buildCredential, buildUser } from '@tests/support/portal/factories'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { sendBeside } from '@tests/support/portal/send-beside'
import { startSharedApp } from '@tests/support/portal/shared-app'
import type { Transaction } from '../../db/client'
import { auditEvents } from '../../db/schema/audit-events'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { users } from '../../db/schema/users'
import { startJobs } from '../../jobs'
import { decide } from '../decisions/decide'
import { purgeCredentials, purgeTime } from './purge-credentials'
import { sealedColumn } from './queries'

const app = await startSharedApp()

const boss = await buildAdmin(app)

const reviewer = await logIn(app, boss)

/** Who was shown passwords, and whose. */
async function listings() {
  const rows = await app.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.action, 'credentials.listed'))
  return rows.map(({ actorId, details }) => [actorId, details])
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

describe('the list of credentials', () => {
  it('shows each in clear, newest first, with the name of who shared it, or without a user', async () => {
    const owner = await buildUser(app)
    const owned = await buildCredential(app, {
      owner,
      password: ' in clear ',
      notes: 'call first',
      status: 'approved',
      statusReason: 'Works',
    })
    const orphan = await buildCredential(app)
    const { body, headers } = await reviewer.get('/api/admin/credentials').expect(200)
    expect(headers['x-total-count']).toBe('2')
    expect(body).toEqual([
      expect.objectContaining({ id: orphan.id, userId: null, owner: null, notes: null }),
      {
        id: owned.id,
        serviceName: owned.serviceName,
        serviceUrl: owned.serviceUrl,
        username: owned.username,
        password: ' in clear ',
        notes: 'call first',
        userId: owner.id,
        owner: { firstName: owner.firstName, lastName: owner.lastName },
        status: 'approved',
        statusReason: 'Works',
        version: owned.createdAt.toISOString(),
        createdAt: owned.createdAt.toISOString(),
      },
    ])
  })

  it('leaves a trace each time, with which ones were seen', async () => {
    const before = await listings()
    const built = []
    for (let index = 0; index < 3; index += 1) built.push(await buildCredential(app))
    const [, second, third] = idsOf(built)
    await reviewer.get('/api/admin/credentials?limit=2').expect(200)
    await reviewer.get('/api/admin/credentials?search=nothing-like-it').expect(200)
    expect(await listings()).toEqual([
      ...before,
      [boss.id, { count: 2, ids: `${third}, ${second}` }],
      [boss.id, { count: 0, ids: '' }],
    ])
  })

  it('goes without secrets, and without a trace, to anyone who only looks over it', async () => {
    const owner = await buildUser(app, { firstName: 'Ada' })
    const secrets = { password: 'the secret', notes: 'the secret notes' }
    const { id } = await buildCredential(app, { owner, serviceName: 'Overlooked', ...secrets })
    const before = await listings()
    const path = '/api/admin/credentials/overview'
    const { body, text, headers } = await reviewer.get(`${path}?search=overlooked`).expect(200)
    expect(idsOf(body)).toEqual([id])
    expect(body[0].owner).toEqual({ firstName: 'Ada', lastName: owner.lastName })
    expect(Object.keys(body[0])).not.toContain('password')
    expect(text).not.toContain('secret')
    expect(headers['x-total-count']).toBe('1')
    expect(await listings()).toEqual(before)
    const first = await reviewer.get(`${path}?limit=1`).expect(200)
    expect(first.headers['link']).toContain(`${path}?limit=1&cursor=`)
  })

  it('finds by service and by username, filters by status, and pages', async () => {
    const built = []
    for (const status of ['pending', 'approved', 'approved'] as const)
      built.push(await buildCredential(app, { serviceName: 'Über_Score', username: 'U%', status }))
    const [first, second, third] = idsOf(built)
    const list = async (query: string) => {
      const answer = await reviewer.get(`/api/admin/credentials?${query}`).expect(200)
      return { ids: idsOf(answer.body), link: answer.headers['link'] ?? '' }
    }
    expect((await list('search=über_')).ids).toEqual([third, second, first])
    expect((await list('search=u%25&status=approved')).ids).toEqual([third, second])
    expect((await list('search=ub_r')).ids).toEqual([])
    const page = await list('search=über_score&limit=2')
    expect(page.ids).toEqual([third, second])
    const next = await reviewer.get(page.link.slice(1).split('>', 1).join()).expect(200)
    expect(idsOf(next.body)).toEqual([first])
    await reviewer.get('/api/admin/credentials?limit=1000').expect(400)
  })
})

describe('a decision on credentials', () => {
  it('sets any status from any other, and answers without secrets', async () => {
    const secrets = { password: 'the secret', notes: 'the secret notes' }
    const { id } = await buildCredential(app, secrets)
    for (const status of ['approved', 'pending', 'rejected', 'approved']) {
      const { body, text } = await reviewer
        .patch(`/api/admin/credentials/${id}/status`)
        .send({ status, reason: 'Checked' })
        .expect(200)
      expect(body).toMatchObject({ id, owner: null, status, statusReason: 'Checked' })
      expect(text).not.toContain('secret')
    }
    const events = await eventsOf(app, `credential:${id}`)
    expect(events.filter(({ action }) => action === 'credential.status-changed')).toHaveLength(4)
    expect(JSON.stringify(events)).not.toContain('secret')
  })
})

describe('deleting credentials', () => {
  it('removes them and says who did', async () => {
    const { id } = await buildCredential(app)
    const path = `/api/admin/credentials/${id}`
    await reviewer.delete(path).expect(200, { message: 'Credentials deleted' })
    await reviewer.delete(path).expect(404, notFound)
    await reviewer.patch(`${path}/status`).send({ status: 'approved' }).expect(404, notFound)
    const deletion = { action: 'credential.deleted', actorId: boss.id }
    expect((await eventsOf(app, `credential:${id}`)).at(-1)).toMatchObject(deletion)
  })
})

describe('the logins of one person', () => {
  it('are listed without secrets, and one is revealed with a trace', async () => {
    const owner = await buildUser(app)
    const login = await buildCredential(app, {
      owner,
      password: 'the secret',
      notes: 'the notes',
    })
    await buildCredential(app, { owner: await buildUser(app) })
    const { body, text } = await reviewer
      .get(`/api/admin/credentials/overview?userId=${owner.id}`)
      .expect(200)
    expect(idsOf(body)).toEqual([login.id])
    expect(text).not.toContain('the secret')
    const path = `/api/admin/credentials/${login.id}/reveal`
    const revealed = await reviewer.post(path).expect(200)
    const secrets = { password: 'the secret', notes: 'the notes' }
    expect(revealed.body).toMatchObject({ id: login.id, ...secrets })
    const trace = (await eventsOf(app, `credential:${login.id}`)).filter(
      ({ action }) => action === 'credential.revealed',
    )
    expect(trace).toMatchObject([{ actorId: boss.id, details: null }])
    await reviewer.delete(`/api/admin/credentials/${login.id}`).expect(200)
    await reviewer.post(path).expect(404, notFound)
  })
})

const own = '/api/credit-credentials'

const correction = {
  serviceName: 'Credit Karma',
  serviceUrl: 'https://credit-karma.example/login',
  username: 'rosa@example.com',
  password: ' the new secret ',
  notes: 'The blue one.',
}

const correct = (agent: Agent, { id }: { id: number }, change: object = {}) =>
  agent.patch(`${own}/${id}`).send({ ...correction, ...change })

async function storedOf(id: number) {
  const [row] = await app.db
    .select()
    .from(monitoringCredentials)
    .where(eq(monitoringCredentials.id, id))
  return row
}

async function buildOwned(overrides: Parameters<typeof buildCredential>[1] = {}) {
  const owner = await buildUser(app)
  const login = await buildCredential(app, { owner, password: 'the old secret', ...overrides })
  return { owner, login, agent: await logIn(app, owner) }
}

describe('correcting a shared login', () => {
  it('replaces all of it, nothing of the old left, and puts it back into review', async () => {
    const { login, agent } = await buildOwned({
      notes: 'old notes',
      status: 'rejected',
      statusReason: 'The password was refused.',
      lastOpenedAt: new Date(),
    })
    const { body, text } = await correct(agent, login).expect(200)
    const { password, notes, ...shown } = correction
    expect(body).toMatchObject({
      ...shown,
      status: 'pending',
      statusReason: null,
      lastOpenedAt: null,
    })
    expect(Date.parse(body.sharedAt)).toBeGreaterThan(Date.parse(body.createdAt))
    expect(text).not.toContain('secret')
    const row = await storedOf(login.id)
    const open = (sealed: string | null | undefined, column: 'password' | 'notes') =>
      app.sealer.open(sealed ?? '', sealedColumn(column, login.id))
    expect(open(row?.sealedPassword, 'password')).toBe(password)
    expect(open(row?.sealedNotes, 'notes')).toBe(notes)
    expect(row?.sealedPassword).not.toBe(login.sealedPassword)
    const events = await eventsOf(app, `credential:${login.id}`)
    expect(events.at(-1)).toMatchObject({ action: 'credential.corrected', details: null })
  })

  it('without notes leaves none', async () => {
    const { login, agent } = await buildOwned({ notes: 'old notes' })
    await correct(agent, login, { notes: '' }).expect(200)
    expect((await storedOf(login.id))?.sealedNotes).toBeNull()
  })

  it('ends with the decision about the person', async () => {
    const { owner, login, agent } = await buildOwned()
    await reviewer
      .patch(`/api/admin/users/${owner.id}/status`)
      .send({ status: 'approved' })
      .expect(200)
    const { body } = await correct(agent, login).expect(409)
    expect(body.message).toBe(
      'We’ve decided about your application and won’t use this login again.',
    )
    expect((await storedOf(login.id))?.username).toBe(login.username)
  })

  it('at the moment of that decision waits for it, and comes too late', async () => {
    const { owner, login, agent } = await buildOwned()
    const approve = (tx: Transaction) =>
      decide(ctxIn(app, tx, { id: boss.id, ip: '127.0.0.1' }), {
        kind: 'user',
        id: owner.id,
        decision: { status: 'approved' },
        isSilent: true,
      })
    const { status } = await sendBeside(app, approve, () => correct(agent, login))
    expect(status).toBe(409)
    expect((await storedOf(login.id))?.username).toBe(login.username)
  })

  it('keeps a decision about the old values from being taken about the new ones', async () => {
    const { login, agent } = await buildOwned()
    const { body: listed } = await reviewer.get('/api/admin/credentials?limit=1').expect(200)
    const decision = { status: 'approved', basedOn: 'pending', basedOnVersion: listed[0].version }
    await correct(agent, login).expect(200)
    const path = `/api/admin/credentials/${login.id}/status`
    const { body } = await reviewer.patch(path).send(decision).expect(409)
    expect(body.message).toBe(
      'The partner corrected this login in the meantime. Please look at it again.',
    )
    const { body: again } = await reviewer.get('/api/admin/credentials?limit=1').expect(200)
    await reviewer
      .patch(path)
      .send({ ...decision, basedOnVersion: again[0].version })
      .expect(200)
  })
})

it.each(['patch', 'delete'] as const)('a login is its owner’s alone to %s', async (method) => {
  const { login } = await buildOwned()
  const other = await buildOwned()
  const unclaimed = await buildCredential(app)
  for (const agent of [other.agent, reviewer])
    for (const { id } of [login, unclaimed])
      await agent[method](`${own}/${id}`).send(correction).expect(404, notFound)
  await visit(app)[method](`${own}/${login.id}`).send(correction).expect(401)
  for (const { id, username } of [login, unclaimed])
    expect(await storedOf(id)).toMatchObject({ username })
})

describe('withdrawing a shared login', () => {
  it.each(['pending', 'approved', 'rejected'] as const)(
    'deletes it at once, %s or not, and says so in the trail',
    async (status) => {
      const { owner, login, agent } = await buildOwned({ status })
      await agent.delete(`${own}/${login.id}`).expect(200, { message: 'Login withdrawn' })
      expect(await storedOf(login.id)).toBeUndefined()
      await agent.get(own).expect(200, [])
      await agent.delete(`${own}/${login.id}`).expect(404, notFound)
      const events = await eventsOf(app, `credential:${login.id}`)
      expect(events.at(-1)).toMatchObject({ action: 'credential.withdrawn', actorId: owner.id })
    },
  )

  it('at the moment of a decision ends with no login and a clean answer to both', async () => {
    const { login, agent } = await buildOwned()
    const lock = {
      statement: 'select 1 from monitoring_credentials where id = $1 for update',
      id: login.id,
    }
    const [withdrawn, decided] = await meetAtLock(app, lock, () =>
      Promise.all([
        agent.delete(`${own}/${login.id}`),
        reviewer
          .patch(`/api/admin/credentials/${login.id}/status`)
          .send({ status: 'approved', basedOn: 'pending' }),
      ]),
    )
    expect(withdrawn.status).toBe(200)
    expect([200, 404]).toContain(decided.status)
    expect(await storedOf(login.id)).toBeUndefined()
  })
})

describe('when staff looked', () => {
  it('is known from the listing that showed the password, and from nothing else', async () => {
    const { login, agent } = await buildOwned({ serviceName: 'Seen Watch' })
    const seen = async () => (await agent.get(own).expect(200)).body[0].lastOpenedAt
    await reviewer.get('/api/admin/credentials/overview').expect(200)
    await reviewer.get('/api/admin/credentials?search=another-service').expect(200)
    expect(await seen()).toBeNull()
    await reviewer.get('/api/admin/credentials?search=seen%20watch').expect(200)
    expect(Math.abs(Date.parse(await seen()) - Date.now())).toBeLessThan(60_000)
    expect((await storedOf(login.id))?.status).toBe('pending')
  })

  it('is known from the one that was revealed by itself, too', async () => {
    const { login, agent } = await buildOwned()
    await reviewer.post(`/api/admin/credentials/${login.id}/reveal`).expect(200)
    const { body } = await agent.get(own).expect(200)
    expect(body[0].lastOpenedAt).toMatch(/Z$/)
  })
})

const credentials = {
  serviceName: 'Score Watch',
  serviceUrl: 'https://score-watch.example/login?from=portal#top',
  username: 'ada@example.com',
  password: '  p4ss\tword 🔑 ',
  notes: 'Security question: blue.\nCall first.',
}

const ownPath = '/api/credit-credentials'

const share = (body: object) => visit(app).post(ownPath).send(body)

async function stored(uploadKey: string) {
  const [row] = await app.db
    .select()
    .from(monitoringCredentials)
    .where(eq(monitoringCredentials.uploadKey, uploadKey))
  if (!row) throw new Error('Nothing was stored.')
  return row
}

describe('sharing credentials', () => {
  it('answers a key and stores the password and the notes sealed, exactly as typed', async () => {
    const { body } = await share(credentials).expect(201)
    expect(body).toEqual({ uploadKey: expect.stringMatching(/^[\w-]{43}$/) })
    const row = await stored(body.uploadKey)
    expect(row).toMatchObject({
      serviceName: credentials.serviceName,
      serviceUrl: credentials.serviceUrl,
      username: credentials.username,
      status: 'pending',
      userId: null,
      claimedAt: null,
    })
    const at = { table: 'monitoring_credentials', id: row.id }
    const open = (sealed: string | null, column: string) =>
      app.sealer.open(sealed ?? '', { ...at, column })
    expect(open(row.sealedPassword, 'password')).toBe(credentials.password)
    expect(open(row.sealedNotes, 'notes')).toBe(credentials.notes)
    const events = await eventsOf(app, `credential:${row.id}`)
    expect(events).toMatchObject([{ action: 'credential.shared', ip: '127.0.0.1', details: null }])
  })

  it('works without notes, and with a session', async () => {
    const { notes, ...rest } = credentials
    expect(notes).toBeTruthy()
    const withoutNotes = await share(rest).expect(201)
    expect((await stored(withoutNotes.body.uploadKey)).sealedNotes).toBeNull()
    const blank = await share({ ...rest, notes: '   ' }).expect(201)
    expect((await stored(blank.body.uploadKey)).sealedNotes).toBeNull()
    const agent = await logIn(app, await buildUser(app))
    const { body } = await agent.post(ownPath).send(rest).expect(201)
    expect((await stored(body.uploadKey)).userId).toBeNull()
  })

  it.each(['http://watch.example', 'HTTPS://Score-Watch.EXAMPLE', 'https://кредит.example/ü'])(
    'takes the address %s',
    async (serviceUrl) => {
      await share({ ...credentials, serviceUrl }).expect(201)
    },
  )
})

describe('the logins that someone shared', async () => {
  it('are shown newest first, with nothing that opens them', async () => {
    const owner = await buildUser(app)
    const shared = { owner, username: 'rosa', serviceUrl: 'https://score.example' }
    const first = await buildCredential(app, {
      ...shared,
      serviceName: 'Score Watch',
      notes: 'Blue.',
    })
    const second = await buildCredential(app, { ...shared, serviceName: 'Credit Karma' })
    await buildCredential(app, { owner: await buildUser(app) })
    await buildCredential(app)
    const { body } = await (await logIn(app, owner)).get(ownPath).expect(200)
    const shown = {
      username: 'rosa',
      serviceUrl: 'https://score.example',
      status: 'pending',
      statusReason: null,
      sharedAt: expect.stringMatching(/Z$/),
      lastOpenedAt: null,
      deletedOn: null,
      createdAt: expect.stringMatching(/Z$/),
    }
    expect(body).toEqual([
      { ...shown, id: second.id, serviceName: 'Credit Karma' },
      { ...shown, id: first.id, serviceName: 'Score Watch' },
    ])
    await reviewer.get(ownPath).expect(200, [])
  })

  it('tell why one was rejected, and no other note of the administrator’s', async () => {
    const owner = await buildUser(app)
    const { id } = await buildCredential(app, { owner })
    const agent = await logIn(app, owner)
    const answerOf = async (status: string, reason: string) => {
      await reviewer
        .patch(`/api/admin/credentials/${id}/status`)
        .send({ status, reason })
        .expect(200)
      return (await agent.get(ownPath).expect(200)).body
    }
    expect(await answerOf('rejected', 'The password was refused.')).toMatchObject([
      { status: 'rejected', statusReason: 'The password was refused.' },
    ])
    expect(await answerOf('approved', 'Seen with Jo.')).toMatchObject([
      { status: 'approved', statusReason: null },
    ])
  })
})

const dayMs = 24 * 60 * 60 * 1000

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

/** A person who was decided about, with the login that they shared. */
async function buildDecided(status: 'pending' | 'approved' | 'rejected', statusAt: Date | null) {
  const owner = await buildUser(app, { status, statusAt, createdAt: daysAgo(60) })
  return { owner, login: await buildCredential(app, { owner, createdAt: daysAgo(60) }) }
}

async function left(built: { login: { id: number } }[]): Promise<boolean[]> {
  const ids = built.map(({ login }) => login.id)
  const { id } = monitoringCredentials
  const rows = await app.db.select({ id }).from(monitoringCredentials).where(inArray(id, ids))
  return ids.map((one) => rows.some((row) => row.id === one))
}

it('deletes the logins of people decided about 30 days ago, and no others', async () => {
  const first = await buildDecided('approved', daysAgo(31))
  const built = [
    first,
    await buildDecided('rejected', daysAgo(31)),
    await buildDecided('approved', daysAgo(29)),
    await buildDecided('pending', daysAgo(31)),
    await buildDecided('pending', null),
    await buildDecided('approved', null),
  ]
  const unclaimed = { login: await buildCredential(app, { createdAt: daysAgo(60) }) }
  await purgeCredentials(ctxOf(app))
  expect(await left([...built, unclaimed])).toEqual([false, false, true, true, true, false, true])
  await purgeCredentials(ctxOf(app))
  const { login, owner } = first
  const events = await eventsOf(app, `credential:${login.id}`)
  expect(events.slice(1)).toMatchObject([
    { action: 'credential.purged', actorId: null, details: { owner: `user:${owner.id}` } },
  ])
})

it('leaves a decision alone that is being taken back at this moment', async () => {
  const built = await buildDecided('approved', daysAgo(31))
  await app.db.transaction(async (tx) => {
    await tx.update(users).set({ status: 'pending' }).where(eq(users.id, built.owner.id))
    await purgeCredentials(ctxOf(app))
  })
  expect(await left([built])).toEqual([true])
  await purgeCredentials(ctxOf(app))
  expect(await left([built])).toEqual([true])
})

it('leaves a login alone that is being changed at this moment, and waits for no one', async () => {
  const built = await buildDecided('approved', daysAgo(31))
  await app.db.transaction(async (tx) => {
    await tx
      .update(monitoringCredentials)
      .set({ status: 'rejected' })
      .where(eq(monitoringCredentials.id, built.login.id))
    await purgeCredentials(ctxOf(app))
  })
  expect(await left([built])).toEqual([true])
  await purgeCredentials(ctxOf(app))
  expect(await left([built])).toEqual([false])
})

it('keeps the promise of a date: to its owner while pending none, then the day’s run', async () => {
  const { owner } = await buildDecided('pending', null)
  const agent = await logIn(app, owner)
  const deletedOn = async () =>
    (await agent.get('/api/credit-credentials').expect(200)).body[0].deletedOn
  expect(await deletedOn()).toBeNull()
  await reviewer
    .patch(`/api/admin/users/${owner.id}/status`)
    .send({ status: 'approved' })
    .expect(200)
  const ahead = Date.parse(await deletedOn()) - Date.now()
  expect(ahead / dayMs).toBeGreaterThan(30 - 0.01)
  expect(ahead / dayMs).toBeLessThan(31)
})

it('is done by the background', async () => {
  const built = [
    await buildDecided('approved', daysAgo(31)),
    await buildDecided('approved', daysAgo(29)),
  ]
  const jobs = await startJobs(app, app.pool)
  try {
    await app.pool.query("select graphile_worker.add_job('remove-old')")
    await expect.poll(() => left(built)).toEqual([false, true])
    const said = '"what":"logins no one needs any more","count":1,"msg":"removed 1"'
    await expect.poll(() => app.logs()).toContain(said)
  } finally {
    await jobs.stop()
  }
})

it.each([
  ['before the day’s run', '2026-11-23T03:00:00.000Z', '2026-12-23T04:40:00.000Z'],
  ['at the very moment of it', '2026-11-23T04:40:00.000Z', '2026-12-23T04:40:00.000Z'],
  ['after it', '2026-11-23T04:40:00.001Z', '2026-12-24T04:40:00.000Z'],
  ['over the new year', '2026-12-31T23:59:59.000Z', '2027-01-31T04:40:00.000Z'],
])('a login is deleted by the first run after 30 days: decided %s', (_when, decided, deleted) => {
  expect(purgeTime(new Date(decided))).toEqual(new Date(deleted))
})
