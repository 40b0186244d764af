import { describe, expect, it } from 'vitest'
import { startTestApp } from '@tests/support/portal/app'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { portalItself, recordEvent } from './record-event'

const app = await startSharedApp()

const events = async () => (await app.pool.query('select * from audit_events order by id')).rows

describe('the audit trail', () => {
  it('refuses to be changed, shortened or emptied', async () => {
    await recordEvent(app.db, portalItself, 'admin.created', {
      object: 'user:1',
      details: { a: 1 },
    })
    const before = await events()
    expect(before).toHaveLength(1)
    for (const statement of [
      "update audit_events set action = 'nothing'",
      'update audit_events set details = null where id = 1',
      'delete from audit_events',
      'delete from audit_events where id = 1',
      'truncate audit_events',
      'truncate users cascade; truncate audit_events',
      "insert into audit_events (id, action) values (1, 'forged')",
    ]) {
      await expect(app.asOwner(statement)).rejects.toThrow(/append-only|non-DEFAULT/)
    }
    expect(await events()).toEqual(before)
  })

  it('outlives the people in it', async () => {
    const admin = await logInAdmin(app)
    const user = await buildUser(app)
    await logIn(app, user)
    await admin.delete(`/api/admin/users/${user.id}`).expect(200)
    const ofUser = (await events()).filter(({ object }) => object === `user:${user.id}`)
    expect(ofUser.map(({ action }) => action)).toEqual(['account.logged-in', 'user.deleted'])
  })

  it('holds no event of a change that was rolled back', async () => {
    const before = await events()
    const failed = app.db.transaction(async (tx) => {
      await recordEvent(tx, portalItself, 'user.deleted', { object: 'user:1' })
      throw new Error('undone')
    })
    await expect(failed).rejects.toThrow('undone')
    expect(await events()).toEqual(before)
  })

  it('names the address that the trusted proxy saw, and no claimed one', async () => {
    const user = await buildUser(app)
    const forged = { 'X-Forwarded-For': '203.0.113.9' }
    await visit(app).post('/api/login').set(forged).send(user).expect(200)
    expect((await events()).at(-1)).toMatchObject({ ip: '127.0.0.1' })
    const warnings = () => app.logs().split('forwarded headers from a peer').length - 1
    expect(warnings()).toBe(1)
    await visit(app).post('/api/login').set(forged).send(user).expect(200)
    expect(warnings()).toBe(1)

    const behind = await startTestApp({
      env: { PUBLIC_URL: 'https://portal.example', TRUST_PROXY: 'loopback' },
    })
    const partner = await buildUser(behind)
    await visit(behind)
      .post('/api/login')
      .set({ 'X-Forwarded-For': '198.51.100.1, 203.0.113.9', 'X-Forwarded-Proto': 'https' })
      .send(partner)
      .expect(200)
    const { rows } = await behind.pool.query('select ip from audit_events')
    expect(rows).toEqual([{ ip: '203.0.113.9' }])
    await behind.close()
  })
})
