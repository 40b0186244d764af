import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { notFound } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn } from '@tests/support/portal/agents'
import { eventsOf } from '@tests/support/portal/audit-events'
import { buildAdmin, buildCredential, buildUser } from '@tests/support/portal/factories'
import { auditEvents } from '../../db/schema/audit-events'

const app = await startSharedApp()
const account = await buildAdmin(app)
const admin = await logIn(app, account)

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
    const { body, headers } = await admin.get('/api/admin/credentials').expect(200)
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
    await admin.get('/api/admin/credentials?limit=2').expect(200)
    await admin.get('/api/admin/credentials?search=nothing-like-it').expect(200)
    expect(await listings()).toEqual([
      ...before,
      [account.id, { count: 2, ids: `${third}, ${second}` }],
      [account.id, { count: 0, ids: '' }],
    ])
  })

  it('goes without secrets, and without a trace, to anyone who only looks over it', async () => {
    const owner = await buildUser(app, { firstName: 'Ada' })
    const secrets = { password: 'the secret', notes: 'the secret notes' }
    const { id } = await buildCredential(app, { owner, serviceName: 'Overlooked', ...secrets })
    const before = await listings()
    const path = '/api/admin/credentials/overview'
    const { body, text, headers } = await admin.get(`${path}?search=overlooked`).expect(200)
    expect(idsOf(body)).toEqual([id])
    expect(body[0].owner).toEqual({ firstName: 'Ada', lastName: owner.lastName })
    expect(Object.keys(body[0])).not.toContain('password')
    expect(text).not.toContain('secret')
    expect(headers['x-total-count']).toBe('1')
    expect(await listings()).toEqual(before)
    const first = await admin.get(`${path}?limit=1`).expect(200)
    expect(first.headers['link']).toContain(`${path}?limit=1&cursor=`)
  })

  it('finds by service and by username, filters by status, and pages', async () => {
    const built = []
    for (const status of ['pending', 'approved', 'approved'] as const)
      built.push(await buildCredential(app, { serviceName: 'Über_Score', username: 'U%', status }))
    const [first, second, third] = idsOf(built)
    const list = async (query: string) => {
      const answer = await admin.get(`/api/admin/credentials?${query}`).expect(200)
      return { ids: idsOf(answer.body), link: answer.headers['link'] ?? '' }
    }
    expect((await list('search=über_')).ids).toEqual([third, second, first])
    expect((await list('search=u%25&status=approved')).ids).toEqual([third, second])
    expect((await list('search=ub_r')).ids).toEqual([])
    const page = await list('search=über_score&limit=2')
    expect(page.ids).toEqual([third, second])
    const next = await admin.get(page.link.slice(1).split('>', 1).join()).expect(200)
    expect(idsOf(next.body)).toEqual([first])
    await admin.get('/api/admin/credentials?limit=1000').expect(400)
  })
})

describe('a decision on credentials', () => {
  it('sets any status from any other, and answers without secrets', async () => {
    const secrets = { password: 'the secret', notes: 'the secret notes' }
    const { id } = await buildCredential(app, secrets)
    for (const status of ['approved', 'pending', 'rejected', 'approved']) {
      const { body, text } = await admin
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
    await admin.delete(path).expect(200, { message: 'Credentials deleted' })
    await admin.delete(path).expect(404, notFound)
    await admin.patch(`${path}/status`).send({ status: 'approved' }).expect(404, notFound)
    const deletion = { action: 'credential.deleted', actorId: account.id }
    expect((await eventsOf(app, `credential:${id}`)).at(-1)).toMatchObject(deletion)
  })
})

describe('the logins of one person', () => {
  it('are listed without secrets, and one is revealed with a trace', async () => {
    const owner = await buildUser(app)
    const login = await buildCredential(app, { owner, password: 'the secret', notes: 'the notes' })
    await buildCredential(app, { owner: await buildUser(app) })
    const { body, text } = await admin
      .get(`/api/admin/credentials/overview?userId=${owner.id}`)
      .expect(200)
    expect(idsOf(body)).toEqual([login.id])
    expect(text).not.toContain('the secret')
    const path = `/api/admin/credentials/${login.id}/reveal`
    const revealed = await admin.post(path).expect(200)
    const secrets = { password: 'the secret', notes: 'the notes' }
    expect(revealed.body).toMatchObject({ id: login.id, ...secrets })
    const trace = (await eventsOf(app, `credential:${login.id}`)).filter(
      ({ action }) => action === 'credential.revealed',
    )
    expect(trace).toMatchObject([{ actorId: account.id, details: null }])
    await admin.delete(`/api/admin/credentials/${login.id}`).expect(200)
    await admin.post(path).expect(404, notFound)
  })
})
