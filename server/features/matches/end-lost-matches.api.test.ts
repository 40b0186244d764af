import { describe, expect, it } from 'vitest'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import { eventsOf } from '@tests/support/portal/audit-events'
import {
  actAsAdministrator,
  actAsPartner,
  actByLink,
  beginMeeting,
  buildMatch,
  nextHours,
} from '@tests/support/portal/introductions'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { createCtx } from '../../ctx'
import { portalItself } from '../audit/record-event'
import { endLostMatches } from './end-lost-matches'

const app = await startSharedApp()
const admin = await logInAdmin(app)
const endLost = () => endLostMatches(createCtx(app, portalItself))

async function introduce() {
  const built = await buildMatch(app, admin)
  return {
    ...built,
    host: actAsAdministrator(admin, built.id),
    guests: actByLink(visit(app), built.token),
    decide: async (status: string): Promise<number> => {
      const path = `/api/admin/users/${built.partner.id}/status`
      return (await admin.patch(path).send({ status }).expect(200)).body.decisionId
    },
    age: (seconds: number) =>
      app.pool.query(
        'update users set status_at = status_at - make_interval(secs => $2) where id = $1',
        [built.partner.id, seconds],
      ),
  }
}

describe('a partner who is rejected or reset', () => {
  it.each(['rejected', 'pending'])(
    'as %s moves nothing at once, and loses it in a minute',
    async (status) => {
      const { id, host, guests, times, decide, age, partner } = await introduce()
      const partners = actAsPartner(await logIn(app, partner))
      await decide(status)
      for (const { status: code, body } of [
        await partners.choose(times),
        await guests.choose(times),
        await host.offer(nextHours()),
      ])
        expect([code, body.message]).toEqual([409, 'This introduction can’t be changed right now.'])
      await endLost()
      expect((await host.read()).state).toBe('arranging')
      await age(60)
      await endLost()
      expect(await host.read()).toMatchObject({ state: 'ended', endedBecause: 'partner-gone' })
      const events = await eventsOf(app, `match:${id}`)
      expect(events.at(-1)).toMatchObject({
        action: 'match.ended',
        actorId: null,
        details: { because: 'partner-gone' },
      })
      // The portal's own step is no one's to undo.
      expect((await host.undo()).status).toBe(409)
    },
  )

  it('keeps it when the decision is undone in time', async () => {
    const { host, decide, age } = await introduce()
    const decision = await decide('rejected')
    await admin.post(`/api/admin/decisions/${decision}/undo`).expect(200)
    await age(3_600)
    await endLost()
    expect((await host.read()).state).toBe('arranging')
  })

  it('keeps a match that both had accepted', async () => {
    const { id, host, guests, decide, age, partner } = await introduce()
    const partners = actAsPartner(await logIn(app, partner))
    await host.offer([nextHours()[0] ?? ''], { isAgreed: true })
    await beginMeeting(app, id)
    await host.met()
    await partners.answer('accepted')
    await guests.answer('accepted')
    await decide('rejected')
    await age(3_600)
    await endLost()
    expect((await host.read()).state).toBe('succeeded')
  })
})

it('who closes their account loses it in a minute, and keeps it by keeping the account', async () => {
  const { host, partner } = await introduce()
  const agent = await logIn(app, partner)
  await agent.post('/api/account/close').send({ currentPassword: partner.password }).expect(200)
  await agent.get('/api/match').expect(403)
  await endLost()
  expect((await host.read()).state).toBe('arranging')
  await agent.post('/api/account/keep').expect(200)
  await agent.post('/api/account/close').send({ currentPassword: partner.password }).expect(200)
  await app.pool.query(
    "update users set closes_at = closes_at - interval '60 seconds' where id = $1",
    [partner.id],
  )
  await endLost()
  expect((await host.read()).endedBecause).toBe('partner-gone')
})

it('who is erased takes the introduction with them, and leaves the entrepreneur free', async () => {
  const { id, entrepreneur, partner } = await introduce()
  await admin.delete(`/api/admin/users/${partner.id}`).expect(200)
  await admin.get(`/api/admin/matches/${id}`).expect(404)
  const events = await eventsOf(app, `match:${id}`)
  expect(events.at(-1)).toMatchObject({
    action: 'match.ended',
    details: { because: 'partner-gone' },
  })
  await buildMatch(app, admin, { entrepreneur })
})

it('the settings of the room are checked, sealed and in the trail', async () => {
  const path = '/api/admin/settings/meetings'
  await admin.get(path).expect(200, { room: '', minutes: 45 })
  const settings = { room: 'https://video.example/zirconium', minutes: 30 }
  await admin.put(path).send(settings).expect(200, settings)
  await admin.get(path).expect(200, settings)
  const { rows } = await app.pool.query('select sealed_room from meeting_settings')
  expect(rows[0].sealed_room).toMatch(/^v1\./)
  for (const wrong of [
    { room: 'http://video.example' },
    { room: 'https://video.example/ X: y' },
    { room: 'https://video.example/a https://video.example/b' },
    { minutes: 14 },
    { minutes: 181 },
  ])
    await admin
      .put(path)
      .send({ ...settings, ...wrong })
      .expect(400)
  expect(await eventsOf(app, 'settings:meetings')).toMatchObject([
    { action: 'settings.changed', details: { minutes: 30, hasRoom: true } },
  ])
  await admin.put(path).send({ room: '', minutes: 45 }).expect(200)
})
