import { describe, expect, it } from 'vitest'
import { listedEvent } from '@shared/audit'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { buildAdmin, buildUser, logIn } from '@tests/support/portal/factories'

const path = '/api/admin/audit-events'

const app = await startSharedApp()
const admin = await logIn(app, await buildAdmin(app))

describe('the list of audit events', () => {
  it('tells who did what, newest first', async () => {
    const user = await buildUser(app)
    await admin.patch(`/api/admin/users/${user.id}/status`).send({ status: 'approved' }).expect(200)
    const { body, headers } = await admin.get(path).expect(200)
    expect(listedEvent.array().parse(body)[0]).toMatchObject({
      action: 'user.status-changed',
      object: `user:${user.id}`,
      ip: '127.0.0.1',
      details: { status: 'approved' },
    })
    expect(body[0].actor.email).toMatch(/@/)
    expect(headers['x-total-count']).toBe(String(body.length))
  })

  it('tells what happened to one thing, also after the people in it are gone', async () => {
    const user = await buildUser(app)
    await logIn(app, user)
    await admin.delete(`/api/admin/users/${user.id}`).expect(200)
    const { body } = await admin
      .get(path)
      .query({ object: `user:${user.id}` })
      .expect(200)
    expect(body).toMatchObject([
      { action: 'user.deleted', actor: { email: expect.any(String) } },
      { action: 'account.logged-in', actor: { id: user.id, email: null } },
    ])
  })

  it('goes on page by page', async () => {
    const { body: all } = await admin.get(path).query({ limit: 100 }).expect(200)
    const first = await admin.get(path).query({ limit: 2 }).expect(200)
    const next = /<([^>]+)>/.exec(first.headers['link'] ?? '')?.[1] ?? ''
    const second = await admin.get(next).expect(200)
    expect([...first.body, ...second.body]).toEqual(all.slice(0, 4))
  })

  it.each([{ object: 'user' }, { object: "user:1' or 1=1" }, { cursor: '0' }, { limit: '0' }])(
    'refuses %o',
    async (query) => {
      await admin.get(path).query(query).expect(400)
    },
  )
})
